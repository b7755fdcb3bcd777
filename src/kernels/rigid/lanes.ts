// Four f32 at once, a lane a child. Small functions: the compiler inlines them.

export function splat(at: usize, offset: usize): v128 {
  return v128.load32_splat(at + offset);
}

export function mul(a: v128, b: v128): v128 {
  return f32x4.mul(a, b);
}

export function add(a: v128, b: v128): v128 {
  return f32x4.add(a, b);
}

export function sub(a: v128, b: v128): v128 {
  return f32x4.sub(a, b);
}

export function dot3(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return add(add(mul(ax, bx), mul(ay, by)), mul(az, bz));
}

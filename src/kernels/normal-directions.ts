// ICCD IV-B without the cone: which of 26 fixed directions have a positive product with every normal of a node during
// the whole step. Merging two nodes is one AND and loses nothing, where merged cones grow with every level.
import { agreeing } from './agreeing-directions';
import { curvedDirectionsOf } from './curved-normals';
import { DOP_CHILD, DOP_META, DOP_NODE_BYTES, SWEPT_VERTEX_BYTES } from './layout/meshes';
import { OPPOSITE_BIT } from './layout/regions';

/**
 * Writes a mask a node from `first` to before `end`: bits of the directions that all control normals of all triangles
 * below agree with; `inner` 0: on straight paths. The children of these nodes are among them, or have their masks already.
 */
export function boundNormals(
  nodes: usize,
  first: u32,
  end: u32,
  swept: usize,
  triangles: usize,
  masks: usize,
  inner: usize,
  degree: i32,
): void {
  for (let node = end; node-- > first; ) {
    const at = nodes + <usize>node * DOP_NODE_BYTES;
    const child = load<u32>(at, DOP_CHILD);
    const mask =
      child !== 0
        ? load<u32>(masks + ((<usize>child) << 2)) & load<u32>(masks + ((<usize>child) << 2), 4)
        : inner === 0
          ? directionsOf(swept, triangles + <usize>load<u32>(at, DOP_META) * 12)
          : curvedDirectionsOf(swept, inner, degree, triangles + <usize>load<u32>(at, DOP_META) * 12);
    store<u32>(masks + ((<usize>node) << 2), mask);
  }
}

/**
 * The normal at t is the Bernstein combination of n0, n1 and (n0 + n1 - delta) / 2, which is the mean of a0 x b1 and
 * a1 x b0 for the edges a and b: a direction that agrees with all three agrees with every normal in between.
 */
function directionsOf(swept: usize, corners: usize): u32 {
  const p = swept + <usize>load<u32>(corners) * SWEPT_VERTEX_BYTES;
  const q = swept + <usize>load<u32>(corners, 4) * SWEPT_VERTEX_BYTES;
  const r = swept + <usize>load<u32>(corners, 8) * SWEPT_VERTEX_BYTES;
  const ax = f64x2.sub(v128.load(q), v128.load(p));
  const ay = f64x2.sub(v128.load(q, 16), v128.load(p, 16));
  const az = f64x2.sub(v128.load(q, 32), v128.load(p, 32));
  const bx = f64x2.sub(v128.load(r), v128.load(p));
  const by = f64x2.sub(v128.load(r, 16), v128.load(p, 16));
  const bz = f64x2.sub(v128.load(r, 32), v128.load(p, 32));
  const largest = f64x2.pmax(
    f64x2.pmax(f64x2.pmax(f64x2.abs(ax), f64x2.abs(ay)), f64x2.abs(az)),
    f64x2.pmax(f64x2.pmax(f64x2.abs(bx), f64x2.abs(by)), f64x2.abs(bz)),
  );
  const m = max(f64x2.extract_lane(largest, 0), f64x2.extract_lane(largest, 1));
  // A triangle of no size has no normal, and 1 / 0 makes every product below NaN or infinite: refuse it here.
  if (!(m * m > 1e-290)) return 0;
  const scale = f64x2.splat(1 / (m * m));
  const sx = v128.shuffle<f64>(bx, bx, 1, 0);
  const sy = v128.shuffle<f64>(by, by, 1, 0);
  const sz = v128.shuffle<f64>(bz, bz, 1, 0);
  const nx = scaledCross(ay, bz, az, by, scale);
  const ny = scaledCross(az, bx, ax, bz, scale);
  const nz = scaledCross(ax, by, ay, bx, scale);
  const mx = scaledCross(ay, sz, az, sy, scale);
  const my = scaledCross(az, sx, ax, sz, scale);
  const mz = scaledCross(ax, sy, ay, sx, scale);
  return (
    agreeing(f32x4.extract_lane(nx, 0), f32x4.extract_lane(ny, 0), f32x4.extract_lane(nz, 0)) &
    agreeing(f32x4.extract_lane(nx, 1), f32x4.extract_lane(ny, 1), f32x4.extract_lane(nz, 1)) &
    agreeing(halfSum(mx), halfSum(my), halfSum(mz))
  );
}

function scaledCross(a: v128, b: v128, c: v128, d: v128, scale: v128): v128 {
  return f32x4.demote_f64x2_zero(f64x2.mul(f64x2.sub(f64x2.mul(a, b), f64x2.mul(c, d)), scale));
}

function halfSum(a: v128): f32 {
  return 0.5 * (f32x4.extract_lane(a, 0) + f32x4.extract_lane(a, 1));
}

/**
 * The line of the direction in a mask that is nearest to the mean of all of them: along it a region is seen from the front,
 * so that its contour is widest open.
 */
export function middleLine(mask: u32): u32 {
  let x: f32 = 0;
  let y: f32 = 0;
  let z: f32 = 0;
  for (let left = mask; left !== 0; left &= left - 1) {
    const line = ctz(left) & (OPPOSITE_BIT - 1);
    const share = (left & 0xffff) !== 0 ? perLength(line) : -perLength(line);
    x += share * alongX(line);
    y += share * alongY(line);
    z += share * alongZ(line);
  }
  let nearest: u32 = 0;
  let most: f32 = -Infinity;
  for (let left = mask; left !== 0; left &= left - 1) {
    const line = ctz(left) & (OPPOSITE_BIT - 1);
    const share = (left & 0xffff) !== 0 ? perLength(line) : -perLength(line);
    const along = share * (x * alongX(line) + y * alongY(line) + z * alongZ(line));
    if (along <= most) continue;
    most = along;
    nearest = line;
  }
  return nearest;
}

// Components of the lines, a bit a line, in the order of agreeing-directions.ts.
function alongX(line: u32): f32 {
  return <f32>((0x0e79 >> line) & 1) - <f32>((0x1000 >> line) & 1);
}

function alongY(line: u32): f32 {
  return <f32>((0x178a >> line) & 1) - <f32>((0x0810 >> line) & 1);
}

function alongZ(line: u32): f32 {
  return <f32>((0x1aa4 >> line) & 1) - <f32>((0x0540 >> line) & 1);
}

/** 1 over its length: of three axes, of two diagonals each, or of the cube's diagonals. */
function perLength(line: u32): f32 {
  return line < 3 ? 1 : line < 9 ? 0.70710678 : 0.57735027;
}

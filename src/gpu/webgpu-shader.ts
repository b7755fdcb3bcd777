import { DEPTH_LEVELS } from '../visibility/frame.js';

/** The footprint of visibility/footprint.ts: five vectors of four whole numbers. Row 0 is the lowest in the picture. */
export const FOOTPRINT_WGSL = `
struct Footprint {
  rectangle: vec4i,
  cuts0: vec4i,
  cuts1: vec4i,
  cuts2: vec4i,
  depths: vec4i,
}
@group(0) @binding(0) var<storage, read> footprints: array<Footprint>;
@group(0) @binding(1) var<uniform> size: vec4i;

struct Corner {
  @builtin(position) position: vec4f,
  @location(0) @interpolate(flat) index: u32,
}

@vertex fn corner(@builtin(vertex_index) vertex: u32, @builtin(instance_index) index: u32) -> Corner {
  let rectangle = footprints[index].rectangle;
  let pixel = vec2i(
    select(rectangle.x, rectangle.z, (vertex & 1u) == 1u),
    select(rectangle.y, rectangle.w, (vertex & 2u) == 2u));
  let position = vec2f(pixel) / f32(size.x) * 2.0 - 1.0;
  return Corner(vec4f(position, 0.5, 1.0), index);
}

fn isCutOff(footprint: Footprint, x: i32, y: i32) -> bool {
  return footprint.cuts0.x * x + footprint.cuts0.y * y + footprint.cuts0.z < 0
    || footprint.cuts0.w * x + footprint.cuts1.x * y + footprint.cuts1.y < 0
    || footprint.cuts1.z * x + footprint.cuts1.w * y + footprint.cuts2.x < 0
    || footprint.cuts2.y * x + footprint.cuts2.z * y + footprint.cuts2.w < 0;
}

fn depthOf(position: vec4f, index: u32, isFar: bool) -> f32 {
  let footprint = footprints[index];
  let x = i32(position.x);
  let y = size.x - 1 - i32(position.y);
  if (isCutOff(footprint, x, y)) { discard; }
  let plane = select(footprint.depths.z, footprint.depths.w, isFar);
  let depth = plane + footprint.depths.x * x + footprint.depths.y * y;
  return f32(clamp(depth, 0, ${DEPTH_LEVELS - 1})) / ${DEPTH_LEVELS}.0;
}

@fragment fn near(@builtin(position) position: vec4f, @location(0) @interpolate(flat) index: u32) -> @builtin(frag_depth) f32 {
  return depthOf(position, index, false);
}

@fragment fn far(@builtin(position) position: vec4f, @location(0) @interpolate(flat) index: u32) -> @builtin(frag_depth) f32 {
  return depthOf(position, index, true);
}
`;

import { DEPTH_LEVELS } from '../visibility/frame.js';

/** Footprints lie in a texture of whole numbers, so many a row, five texels each. */
export const FOOTPRINTS_A_ROW = 256;
export const TEXELS_A_FOOTPRINT = 5;

const FETCH = `
precision highp float;
precision highp int;
precision highp isampler2D;
uniform isampler2D footprints;
ivec4 word(int index, int texel) {
  ivec2 place = ivec2((index % ${FOOTPRINTS_A_ROW}) * ${TEXELS_A_FOOTPRINT} + texel, index / ${FOOTPRINTS_A_ROW});
  return texelFetch(footprints, place, 0);
}
`;

export const VERTEX_GLSL = `#version 300 es
${FETCH}
uniform int first;
uniform int size;
flat out int index;
void main() {
  index = first + gl_InstanceID;
  ivec4 rectangle = word(index, 0);
  ivec2 pixel = ivec2(
    (gl_VertexID & 1) == 1 ? rectangle.z : rectangle.x,
    (gl_VertexID & 2) == 2 ? rectangle.w : rectangle.y);
  gl_Position = vec4(vec2(pixel) / float(size) * 2.0 - 1.0, 0.0, 1.0);
}
`;

export const FRAGMENT_GLSL = `#version 300 es
${FETCH}
uniform bool isFar;
flat in int index;
void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  ivec4 a = word(index, 1);
  ivec4 b = word(index, 2);
  ivec4 c = word(index, 3);
  if (a.x * p.x + a.y * p.y + a.z < 0 || a.w * p.x + b.x * p.y + b.y < 0
    || b.z * p.x + b.w * p.y + c.x < 0 || c.y * p.x + c.z * p.y + c.w < 0) discard;
  ivec4 depths = word(index, 4);
  int depth = (isFar ? depths.w : depths.z) + depths.x * p.x + depths.y * p.y;
  gl_FragDepth = float(clamp(depth, 0, ${DEPTH_LEVELS - 1})) / ${DEPTH_LEVELS}.0;
}
`;

// The distance of two triangles, for checking: every feature pair by itself, no shortcuts, vectors as arrays.

export type Vec = readonly [number, number, number];
export type Triangle = readonly [Vec, Vec, Vec];

export const minus = (p: Vec, q: Vec): Vec => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
export const plus = (p: Vec, q: Vec): Vec => [p[0] + q[0], p[1] + q[1], p[2] + q[2]];
export const times = (p: Vec, s: number): Vec => [p[0] * s, p[1] * s, p[2] * s];
export const dot = (p: Vec, q: Vec): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
export const cross = (p: Vec, q: Vec): Vec => [
  p[1] * q[2] - p[2] * q[1],
  p[2] * q[0] - p[0] * q[2],
  p[0] * q[1] - p[1] * q[0],
];
export const norm = (p: Vec): number => Math.hypot(p[0], p[1], p[2]);

/** 0 where they touch or cross. */
export function triangleGap(a: Triangle, b: Triangle): number {
  if (trianglesMeet(a, b)) return 0;
  let gap = Infinity;
  for (let i = 0; i < 3; i++) {
    gap = Math.min(gap, pointToTriangle(a[i], b), pointToTriangle(b[i], a));
    for (let j = 0; j < 3; j++) gap = Math.min(gap, segmentGap(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3]));
  }
  return gap;
}

/** Whether an edge of one pierces the other. Coplanar triangles that overlap are found by the distance instead. */
export function trianglesMeet(a: Triangle, b: Triangle): boolean {
  for (let i = 0; i < 3; i++) {
    if (pierces(a[i], a[(i + 1) % 3], b) || pierces(b[i], b[(i + 1) % 3], a)) return true;
  }
  return false;
}

function volume(p: Vec, q: Vec, r: Vec, s: Vec): number {
  return dot(cross(minus(q, p), minus(r, p)), minus(s, p));
}

// By signs of volumes: the ends on both sides, and the line turning the same way around all three edges.
function pierces(p: Vec, q: Vec, [u, v, w]: Triangle): boolean {
  const above = volume(u, v, w, p);
  const below = volume(u, v, w, q);
  if (above === 0 || below === 0 || above > 0 === below > 0) return false;
  const turns = [volume(p, q, u, v), volume(p, q, v, w), volume(p, q, w, u)];
  return turns.every((turn) => turn > 0) || turns.every((turn) => turn < 0);
}

function pointToTriangle(p: Vec, [u, v, w]: Triangle): number {
  const normal = cross(minus(v, u), minus(w, u));
  const area = dot(normal, normal);
  const edges = Math.min(pointToSegment(p, u, v), pointToSegment(p, v, w), pointToSegment(p, w, u));
  if (area === 0) return edges;
  const inside = [
    [u, v],
    [v, w],
    [w, u],
  ].every(([from, to]) => dot(cross(minus(to!, from!), minus(p, from!)), normal) >= 0);
  return inside ? Math.min(edges, Math.abs(dot(minus(p, u), normal)) / Math.sqrt(area)) : edges;
}

function pointToSegment(p: Vec, u: Vec, v: Vec): number {
  const along = minus(v, u);
  const length = dot(along, along);
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, dot(minus(p, u), along) / length));
  return norm(minus(p, plus(u, times(along, share))));
}

// Inside both by the common normal, otherwise at an end of one.
function segmentGap(p: Vec, q: Vec, u: Vec, v: Vec): number {
  const ends = Math.min(
    pointToSegment(p, u, v),
    pointToSegment(q, u, v),
    pointToSegment(u, p, q),
    pointToSegment(v, p, q),
  );
  const d = minus(q, p);
  const e = minus(v, u);
  const normal = cross(d, e);
  const area = dot(normal, normal);
  if (area <= 1e-20 * dot(d, d) * dot(e, e)) return ends;
  const r = minus(u, p);
  const s = dot(cross(r, e), normal) / area;
  const t = dot(cross(r, d), normal) / area;
  if (s < 0 || s > 1 || t < 0 || t > 1) return ends;
  return Math.min(ends, Math.abs(dot(r, normal)) / Math.sqrt(area));
}

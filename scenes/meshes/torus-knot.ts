import { latticeMesh, type SceneMesh } from './mesh.js';
import { cos, sin } from './trig.js';
import { cross, normalized, type Vec3 } from './vectors.js';

export interface TorusKnotShape {
  /** Turns around the axis and through the hole; they must have no common factor. 2 and 3 make a trefoil. */
  readonly p?: number;
  readonly q?: number;
  /** Quads along the knot, and around its tube. */
  readonly along: number;
  readonly tube: number;
  readonly radius?: number;
  readonly tubeRadius?: number;
}

/** A knotted tube around the y axis, normals outward. */
export function torusKnotMesh(shape: TorusKnotShape): SceneMesh {
  const { p = 2, q = 3, along, tube, radius = 1, tubeRadius = 0.15 } = shape;
  return latticeMesh({
    columns: tube,
    rows: along,
    closeColumns: true,
    closeRows: true,
    point: (column, row) => {
      const t = (2 * Math.PI * row) / along;
      const angle = (2 * Math.PI * column) / tube;
      const centre = knotPoint(p, q, radius, t);
      const tangent = normalized(knotTangent(p, q, radius, t));
      // The direction from the knot's axis is never along the tangent, so it makes a frame that closes.
      const side = normalized(cross(tangent, [cos(p * t), 0, sin(p * t)]));
      const out = cross(side, tangent);
      const [a, b] = [tubeRadius * cos(angle), tubeRadius * sin(angle)];
      return [0, 1, 2].map((i) => centre[i] + a * out[i] + b * side[i]) as unknown as Vec3;
    },
  });
}

/** The curve goes p times around the y axis while it winds q times around a circle of `radius`. */
function knotPoint(p: number, q: number, radius: number, t: number): Vec3 {
  const distance = radius * (1 + 0.4 * cos(q * t));
  return [distance * cos(p * t), radius * 0.4 * sin(q * t), distance * sin(p * t)];
}

function knotTangent(p: number, q: number, radius: number, t: number): Vec3 {
  const distance = radius * (1 + 0.4 * cos(q * t));
  const growth = -radius * 0.4 * q * sin(q * t);
  return [
    growth * cos(p * t) - distance * p * sin(p * t),
    radius * 0.4 * q * cos(q * t),
    growth * sin(p * t) + distance * p * cos(p * t),
  ];
}

import type { SceneMesh } from '../../../scenes/meshes/index.js';
import { insideOf } from '../../../src/plugin/inside.js';
import type { Scene } from '../../support/colliders.js';

type Vec = readonly number[];
const cross = (a: Vec, b: Vec) =>
  [0, 1, 2].map((k) => a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);

/** Linear and angular momentum about the origin of points, where each triangle weighs down its corners. */
export function momentaOfPoints(
  points: Float64Array,
  velocities: Float64Array,
  rest: SceneMesh,
  density: number,
): number[] {
  const mass = new Float64Array(points.length / 3);
  for (let t = 0; t < rest.triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => [
      ...rest.positions.slice(3 * rest.triangles[t + k], 3 * rest.triangles[t + k] + 3),
    ]);
    const area =
      Math.hypot(
        ...cross(
          b.map((x, k) => x - a[k]),
          c.map((x, k) => x - a[k]),
        ),
      ) / 2;
    for (let k = 0; k < 3; k++) mass[rest.triangles[t + k]] += (density * area) / 3;
  }
  const sum = [0, 0, 0, 0, 0, 0, 0];
  mass.forEach((m, v) => {
    const [x, u] = [points, velocities].map((values) => [...values.slice(3 * v, 3 * v + 3)]);
    const turn = cross(x, u);
    for (let k = 0; k < 3; k++) {
      sum[k] += m * u[k];
      sum[3 + k] += m * turn[k];
    }
    sum[6] += m;
  });
  return sum;
}

/** The same of a body, from its columns, with the inertia that is written there or that of its volume. */
export function momentaOfBody({ plugin }: Scene, e: number): number[] {
  const b = plugin.components.RigidBody;
  const turned = (v: Vec, sign: number) => {
    const q = [sign * b.qx[e], sign * b.qy[e], sign * b.qz[e]];
    const t = cross(q, v).map((x) => 2 * x);
    const u = cross(q, t);
    return v.map((x, k) => x + b.qw[e] * t[k] + u[k]);
  };
  const own = [b.ixx, b.iyy, b.izz, b.ixy, b.ixz, b.iyz].map((column) => column[e]);
  const solid = plugin.meshFacts(plugin.components.MeshTopology.mesh[e]).solid.inertia;
  const [xx, yy, zz, xy, xz, yz] = own.some((x) => x !== 0) ? own : solid.map((x) => x * b.mass[e]);
  const w = turned([b.wx[e], b.wy[e], b.wz[e]], -1);
  const spin = turned(
    [xx * w[0] + xy * w[1] + xz * w[2], xy * w[0] + yy * w[1] + yz * w[2], xz * w[0] + yz * w[1] + zz * w[2]],
    1,
  );
  const arm = turned([b.cx[e], b.cy[e], b.cz[e]], 1);
  const v = [b.vx[e], b.vy[e], b.vz[e]];
  const turn = cross([b.px[e] + arm[0], b.py[e] + arm[1], b.pz[e] + arm[2]], v);
  const m = b.mass[e];
  return [...v.map((x) => m * x), ...spin.map((x, k) => x + m * turn[k]), m];
}

export function sumOf(all: readonly number[][]): number[] {
  return all[0].map((_, k) => all.reduce((sum, each) => sum + each[k], 0));
}

/** Velocities of a deformable's vertices. */
export function velocitiesOf({ plugin }: Scene, entity: number): Float64Array {
  const { colliders, core } = insideOf(plugin)!.context;
  const first = core.arena.address(colliders.motion[entity]) / 8;
  return core.arena.f64.slice(first, first + 3 * plugin.components.MeshTopology.vertexCount[entity]);
}

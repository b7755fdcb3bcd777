import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { loadPackage, NotInstalled } from '../load-package.js';
import type { Vec3 } from '../motion.js';
import type { TrialBody } from '../scenario.js';
import { type BodyState, type Engine, TIME_STEP } from './engine.js';
import { number, type Untyped } from './untyped.js';

/** cannon-es with hulls of pieces, made by three.js; it has no continuous detection, and its meshes do not meet each other. */
export async function cannon(): Promise<Engine> {
  const CANNON = (await loadPackage('cannon-es')) as Untyped;
  const THREE = (await loadPackage('three')) as Untyped;
  const ConvexHull = await hullMaker();
  const shapes = new Map<Float64Array, Untyped>();
  const shapeOf = (piece: Float64Array): Untyped => {
    const known = shapes.get(piece) ?? polyhedron(CANNON, THREE, ConvexHull, piece);
    shapes.set(piece, known);
    return known;
  };
  return (trial) => {
    const world = new CANNON.World({ gravity: new CANNON.Vec3(0, trial.gravity, 0) });
    const bodies = trial.bodies.map((body) => {
      const made = new CANNON.Body(settingsOf(CANNON, body));
      for (const piece of body.mesh.pieces)
        made.addShape(shapeOf(piece), new CANNON.Vec3(...middleOf(piece)));
      setInertia(CANNON, made, body);
      world.addBody(made);
      return made;
    });
    return { step: () => void world.step(TIME_STEP), read: () => bodies.map(stateOf), free() {} };
  };
}

/** It is in a folder of three's of its own. */
async function hullMaker(): Promise<Untyped> {
  try {
    const path = createRequire(import.meta.url).resolve('three/examples/jsm/math/ConvexHull.js');
    return ((await import(pathToFileURL(path).href)) as { ConvexHull: Untyped }).ConvexHull;
  } catch {
    throw new NotInstalled('three is not installed (npm ci --prefix bench --ignore-scripts)');
  }
}

function polyhedron(CANNON: Untyped, THREE: Untyped, ConvexHull: Untyped, piece: Float64Array): Untyped {
  const points = Array.from({ length: piece.length / 3 }, (_, i) =>
    Object.assign(new THREE.Vector3(piece[3 * i], piece[3 * i + 1], piece[3 * i + 2]), { at: i }),
  );
  const hull = new ConvexHull().setFromPoints(points) as unknown as { faces: HullFace[] };
  const used = new Map<number, number>();
  const faces = hull.faces.map((face) => cornersOf(face).map((at) => used.get(at) ?? put(used, at)));
  // it takes for granted that the origin is inside of a hull
  const [x, y, z] = middleOf(piece);
  const vertices = [...used.keys()].map(
    (at) => new CANNON.Vec3(piece[3 * at] - x, piece[3 * at + 1] - y, piece[3 * at + 2] - z),
  );
  return new CANNON.ConvexPolyhedron({ vertices, faces });
}

function middleOf(piece: Float64Array): Vec3 {
  const sum = [0, 0, 0];
  for (let i = 0; i < piece.length; i++) sum[i % 3] += piece[i];
  const [x, y, z] = sum.map((value) => (3 * value) / piece.length);
  return [x, y, z];
}

interface HullEdge {
  readonly next: HullEdge;
  head(): { readonly point: { readonly at: number } };
}

interface HullFace {
  readonly edge: HullEdge;
}

function cornersOf({ edge }: HullFace): number[] {
  const corners: number[] = [];
  let at = edge;
  do {
    corners.push(at.head().point.at);
    at = at.next;
  } while (at !== edge);
  return corners;
}

function put(used: Map<number, number>, at: number): number {
  used.set(at, used.size);
  return used.size - 1;
}

function settingsOf(
  CANNON: Untyped,
  { fixed, position, rotation, linear, angular, mesh }: TrialBody,
): object {
  const place = { position: new CANNON.Vec3(...position), quaternion: new CANNON.Quaternion(...rotation) };
  if (fixed) return { mass: 0, ...place };
  return {
    mass: mesh.massProperties.mass,
    ...place,
    velocity: new CANNON.Vec3(...linear),
    angularVelocity: new CANNON.Vec3(...angular),
    linearDamping: 0,
    angularDamping: 0,
  };
}

/** Its own inertia is that of a box around the shapes; it takes moments about the axes alone. */
function setInertia(CANNON: Untyped, body: Untyped, { fixed, mesh }: TrialBody): void {
  if (fixed) return;
  const [xx, , , , yy, , , , zz] = mesh.massProperties.inertia;
  Object.assign(body, {
    inertia: new CANNON.Vec3(xx, yy, zz),
    invInertia: new CANNON.Vec3(1 / xx, 1 / yy, 1 / zz),
  });
  body.updateInertiaWorld(true);
}

function stateOf(body: Untyped): BodyState {
  const three = (v: Untyped) => [number(v.x), number(v.y), number(v.z)] as const;
  return {
    position: three(body.position),
    rotation: [...three(body.quaternion), number(body.quaternion.w)],
    linear: three(body.velocity),
    angular: three(body.angularVelocity),
  };
}

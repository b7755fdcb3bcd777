import { brokenPieces, type Flight, flownPoints } from './breaking.js';
import { piecesOf, placedPoints, type SceneMesh, statueMesh, type Vec3 } from './meshes/index.js';
import { normalized, plus } from './meshes/vectors.js';
import { random } from './random.js';
import type { Scene, SceneEntity } from './scene.js';

export interface BrokenStatueSize {
  /** What falls on the statue, about 0.3 high and around the origin. */
  readonly falling: SceneMesh;
  /** What breaks, 1 high and standing on the ground; a generated statue without. */
  readonly statue?: SceneMesh;
  /** Quads around the generated statue and from foot to head: 400 x 312 make 249,600 triangles. */
  readonly around?: number;
  readonly rows?: number;
  readonly pieces?: number;
  readonly seed?: number;
}

const FRAME = 1 / 60;
const GRAVITY = 9.81;
const HEIGHT = 1;
/** Where it falls from, as fast as if it had fallen from higher still. */
const ABOVE: Vec3 = [0.02, HEIGHT + 0.3, 0.01];
const SPEED = 4;
/** The crack goes down the statue this fast. */
const CRACK_SPEED = 5;

/** Something falls on a statue, which breaks from the top down into many pieces: objects appear and move apart. */
export function brokenStatue(size: BrokenStatueSize): Scene {
  const { falling, around = 400, rows = 312, pieces = 150, seed = 1 } = size;
  const next = random(seed);
  const signed = () => 2 * next() - 1;
  const statue = size.statue ?? statueMesh({ around, rows, height: HEIGHT });
  const broken = brokenPieces(statue, piecesOf(statue, pieces, seed), 0.002).map((piece) => {
    const outward = normalized([piece.middle[0], 0.2 * signed(), piece.middle[2]]);
    const flight: Flight = {
      breaks: (ABOVE[1] - HEIGHT) / SPEED + (HEIGHT - piece.middle[1]) / CRACK_SPEED,
      whole: () => [0, 0, 0],
      velocity: plus([0, 0.5 * next(), 0], outward, 0.5 + next()),
      spin: [6 * signed(), 6 * signed(), 6 * signed()],
      gravity: GRAVITY,
      ground: 0.02,
    };
    return { ...piece, flight };
  });
  return {
    name: 'broken-statue',
    title: 'A statue is broken',
    meshes: [...broken.map(({ mesh }) => mesh), falling],
    entities: [
      ...broken.map(({ middle }, mesh): SceneEntity => ({ kind: 'rigid', mesh, position: middle })),
      { kind: 'rigid', mesh: broken.length, position: ABOVE, velocity: [0, -SPEED, 0] },
    ],
    gravity: [0, -GRAVITY, 0],
    frames: 40,
    frameTime: FRAME,
    motion: (frame) => [
      ...broken.map(({ mesh, middle, flight }) => flownPoints(mesh.positions, middle, flight, frame * FRAME)),
      placedPoints(falling.positions, { position: fallenTo(frame * FRAME) }),
    ],
  };
}

/** It falls through the statue, ever slower, and comes to rest on the ground. */
function fallenTo(time: number): Vec3 {
  const fallen = (SPEED * time) / (1 + time);
  return [ABOVE[0], Math.max(0.15, ABOVE[1] - fallen), ABOVE[2]];
}

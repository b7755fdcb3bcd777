// A bent piece leaves a box by a narrow slot: the path is found by two random trees of certified motions.

import { LOCK_TURN_X, LOCK_TURN_Z, LOCK_Y, MOTION_DYNAMIC, MOTION_FIXED } from 'first-contact';
import {
  boxMesh,
  cellsMesh,
  joinedMesh,
  placedMesh,
  type SceneMesh,
  type Vec3,
} from '../../scenes/meshes/index.js';
import { CreateLineSystem, type LinesMesh, Vector3 } from '../shell/babylon.js';
import type { Stage } from '../shell/babylon-stage.js';
import { type Demo, openDemo } from '../shell/demo.js';
import { paint } from '../shell/paint.js';
import { send } from '../shell/simulated.js';
import { addBody, addFloor, random } from '../shell/things.js';
import { type Place, Planner, places, poseOf } from './planner.js';

const HALF = 1;
const WALL = 0.12;
const HIGH = 0.3;
const START: Place = { x: -0.45, z: 0.3, turn: 0.6 };
const GOAL: Place = { x: 2, z: 0, turn: 0 };
/** Branches a step, metres a step along the path, and steps for which it stands outside. */
const BRANCHES = 40;
const PACE = 0.025;
const REST = 90;
const settings = { slot: 0.46, seed: 1 };
const COLOURS = [
  [0.25, 0.55, 0.85],
  [0.2, 0.62, 0.42],
] as const;
const PATH = [0.85, 0.3, 0.15] as const;
/** How much the trees have grown when they are drawn anew. */
const REDRAWN = 40;

const piece = centred(
  cellsMesh({
    cells: [6, 1, 6],
    size: [0.78, 0.2, 0.78],
    isFilled: (x, _, z) => x < 2 || z < 2,
  }),
);
let planner: Planner | undefined;
let body = 0;
let ahead: Place[] = [];
let rest = 0;
let lines: LinesMesh[] = [];
let drawn = 0;
let found = '';

function wallsMesh(slot: number): SceneMesh {
  const long = 2 * HALF + 2 * WALL;
  const side = (long - slot) / 2;
  const wall = (size: Vec3, position: Vec3) => placedMesh(boxMesh({ cells: [1, 1, 1], size }), { position });
  return joinedMesh([
    wall([WALL, HIGH, long], [-HALF - WALL / 2, 0, 0]),
    wall([2 * HALF, HIGH, WALL], [0, 0, -HALF - WALL / 2]),
    wall([2 * HALF, HIGH, WALL], [0, 0, HALF + WALL / 2]),
    wall([WALL, HIGH, side], [HALF + WALL / 2, 0, (slot + side) / 2]),
    wall([WALL, HIGH, side], [HALF + WALL / 2, 0, -(slot + side) / 2]),
  ]);
}

/** So that it turns about where it weighs. */
function centred({ positions, triangles }: SceneMesh): SceneMesh {
  // Two arms of 2 by 6 and 2 by 4 cells of 0.13.
  const middle = (0.13 * (12 * -2 + 8 * 1)) / 20;
  return { positions: positions.map((x, i) => (i % 3 === 1 ? x : x - middle)), triangles };
}

function build(demo: Demo): void {
  addFloor(demo, 7, -HIGH / 2 - 0.01);
  const walls = wallsMesh(settings.slot);
  const wall = demo.plugin.loadMesh(walls);
  addBody(demo, wall, 1000, { body: { motion: MOTION_FIXED } });
  demo.plugin.unloadMesh(wall);
  const mesh = demo.plugin.loadMesh(piece);
  body = addBody(demo, mesh, 500, {
    ...poseOf(START),
    body: { motion: MOTION_DYNAMIC, gravityScale: 0, locks: LOCK_Y | LOCK_TURN_X | LOCK_TURN_Z },
  });
  demo.plugin.unloadMesh(mesh);
  paint(body, 0);
  planner?.dispose();
  planner = new Planner(piece, walls, START, GOAL, random(settings.seed));
  ahead = [];
  rest = 0;
  found = '';
  drawTrees(demo);
}

function drive(demo: Demo): void {
  if (rest > 0 && --rest === 0) {
    settings.seed++;
    demo.restart();
    return;
  }
  if (planner !== undefined && found === '') search(demo, planner);
  const next = ahead.shift();
  const { px, py, pz, qx, qy, qz, qw } = demo.plugin.components.RigidBody;
  const here = [px[body], py[body], pz[body], qx[body], qy[body], qz[body], qw[body]];
  const goal = next ? [...poseOf(next).position, ...poseOf(next).rotation] : here;
  send(demo.plugin, body, goal);
  if (found !== '' && ahead.length === 0 && rest === 0) rest = REST;
}

function search(demo: Demo, plan: Planner): void {
  for (let i = 0; i < BRANCHES; i++) {
    const path = plan.grow();
    if (path === undefined) continue;
    const short = plan.shorten(path);
    if (!plan.check(short)) throw new Error('A path of free pieces is not free as a whole.');
    ahead = places(short, PACE);
    found = `a path of ${short.length - 1} pieces`;
    drawPath(demo, short);
    return;
  }
  if (size(plan) > drawn + REDRAWN) drawTrees(demo);
}

const size = ({ trees }: Planner): number => trees[0].length + trees[1].length;
const UP = HIGH / 2 + 0.03;
const point = ({ x, z }: Place): Vector3 => new Vector3(x, UP, z);

function drawTrees({ stage }: Demo): void {
  erase();
  if (planner === undefined) return;
  drawn = size(planner);
  lines = planner.trees.map((nodes, i) => {
    const branches = nodes.flatMap((node) => (node.parent ? [[point(node.parent), point(node)]] : []));
    return drawLines(stage, branches, COLOURS[i]);
  });
}

function drawPath({ stage }: Demo, path: readonly Place[]): void {
  erase();
  lines = [drawLines(stage, [path.map(point)], PATH)];
}

function drawLines(
  { scene }: Stage,
  strokes: Vector3[][],
  colour: readonly [number, number, number],
): LinesMesh {
  const made = CreateLineSystem('trees', { lines: strokes }, scene);
  made.color.set(...colour);
  made.isPickable = false;
  return made;
}

function erase(): void {
  for (const each of lines) each.dispose();
  lines = [];
}

const demo = await openDemo({
  name: 'passage',
  distance: 4.6,
  target: [0.45, 0, 0],
  from: [Math.PI / 2, 0.55],
  wide: 1.4,
  build,
  drive,
  remember() {
    const before = { ahead: [...ahead], rest };
    return () => {
      ({ ahead, rest } = before);
    };
  },
});
demo.shell.controls.slider(
  {
    label: 'Width of the slot',
    min: 42,
    max: 60,
    step: 1,
    value: 100 * settings.slot,
    show: (n) => `${n} cm`,
  },
  (centimetres) => {
    settings.slot = centimetres / 100;
    demo.restart();
  },
);
demo.shell.note(() => {
  const { asked = 0, blocked = 0 } = planner ?? {};
  const places = planner === undefined ? 0 : size(planner);
  const state = found === '' ? `${places.toLocaleString('en')} places` : found;
  return `${state}; ${asked.toLocaleString('en')} motions asked, ${blocked.toLocaleString('en')} blocked`;
});

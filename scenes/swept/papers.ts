import { brokenStatue } from '../broken-statue.js';
import { smoothStep } from '../folds.js';
import {
  gridMesh,
  latheMesh,
  leafMesh,
  placedPoints,
  type SceneMesh,
  treeMesh,
  type Vec3,
} from '../meshes/index.js';
import { cos, sin } from '../meshes/trig.js';
import { normalized, turnAround } from '../meshes/vectors.js';
import { random } from '../random.js';
import { meshOfEntity } from '../scene.js';
import type { SweptObject, SweptScene } from './swept-scene.js';

// One step out of the middle of each of the three simulations of Quick-CULLIDE 5, prescribed and not simulated. The seed
// chooses the step and whatever is random.

const TABLE = 0.5;
const CLOTH_GAP = 0.004;
const FOLDS = 9;

/** 20,000 triangles of cloth that slide down around a circular table and fold. */
export function clothOnTable(seed: number, quads = 100): SweptScene {
  const cloth = gridMesh({ columns: quads, rows: quads, width: 1.6, depth: 1.6 });
  const table = latheMesh({
    around: 72,
    profile: [
      [0, -0.05],
      [TABLE / 2, -0.05],
      [TABLE, -0.05],
      [TABLE, 0],
      [(TABLE * 2) / 3, 0],
      [TABLE / 3, 0],
      [0, 0],
    ],
  });
  const time = 0.35 + 0.6 * random(seed)();
  const at = (when: number) => draped(cloth.positions, when);
  return [
    { triangles: cloth.triangles, start: at(time), end: at(time + 0.02) },
    { triangles: table.triangles, start: table.positions, end: table.positions },
  ];
}

/** Flat on the table, hanging over its edge by an angle that grows with time, in folds that lean over each other. */
function draped(points: Float64Array, time: number): Float64Array {
  const fallen = smoothStep(0, 1, time);
  const out = new Float64Array(points.length);
  for (let p = 0; p < points.length; p += 3) {
    const x = points[p];
    const z = points[p + 2];
    const flat = Math.sqrt(x * x + z * z);
    const over = Math.max(0, flat - TABLE * 1.02);
    const bend = 1.45 * fallen * smoothStep(0, 0.12, over);
    const [ux, uz] = flat > 0 ? [x / flat, z / flat] : [1, 0];
    const wave = waveOf(ux, uz);
    const amplitude = 0.9 * fallen * over;
    const radius = flat - over + over * cos(bend) + amplitude * 0.35 * (1 + wave[0]);
    const lean = 0.5 * amplitude * wave[1];
    out[p] = radius * ux - lean * uz;
    // It trembles, so that it meets the table here and there.
    const tremble = 0.8 * sin(40 * x + 9 * time) * cos(37 * z);
    out[p + 1] = CLOTH_GAP * (1.5 - fallen + tremble) - over * sin(bend);
    out[p + 2] = radius * uz + lean * ux;
  }
  return out;
}

/** Cosine and sine of so many times the angle of a direction. */
function waveOf(ux: number, uz: number): readonly [number, number] {
  let re = 1;
  let im = 0;
  for (let i = 0; i < FOLDS; i++) [re, im] = [re * ux - im * uz, re * uz + im * ux];
  return [re, im];
}

/** What falls, of 35K triangles in the paper, breaks a statue of 250K into 150 pieces. */
export function breakingStatue(seed: number, falling: SceneMesh): SweptScene {
  const scene = brokenStatue({ falling: denser(falling, 35_000), seed });
  const frame = 8 + (seed % 12);
  const start = scene.motion(frame);
  const end = scene.motion(frame + 1);
  return scene.entities.map((_, i) => ({
    triangles: meshOfEntity(scene, i).triangles,
    start: start[i],
    end: end[i],
  }));
}

/** Splits triangles in four until there are so many. */
function denser(mesh: SceneMesh, triangles: number): SceneMesh {
  let { positions, triangles: faces } = mesh;
  while (faces.length / 3 < triangles) ({ positions, triangles: faces } = split(positions, faces));
  return { positions, triangles: faces };
}

function split(positions: Float64Array, triangles: Uint32Array): SceneMesh {
  const points = [...positions];
  const middles = new Map<number, number>();
  const middle = (a: number, b: number): number => {
    const key = Math.min(a, b) * (positions.length / 3) + Math.max(a, b);
    let found = middles.get(key);
    if (found === undefined) {
      found = points.length / 3;
      for (let k = 0; k < 3; k++) points.push((positions[3 * a + k] + positions[3 * b + k]) / 2);
      middles.set(key, found);
    }
    return found;
  };
  const faces: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = triangles.subarray(t, t + 3);
    const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
    faces.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
  }
  return { positions: Float64Array.from(points), triangles: Uint32Array.from(faces) };
}

/** Leaves, each bending, fall from a tree and past its branches. */
export function leavesOnTree(seed: number, leaves = 200): SweptScene {
  const next = random(seed);
  const signed = () => 2 * next() - 1;
  const { mesh, tips } = treeMesh({ seed: 7 });
  const fallen = Array.from({ length: leaves }, (): SweptObject => {
    const tip = tips[Math.floor(next() * tips.length)];
    const down = 0.8 * next();
    const position: Vec3 = [tip[0] + 0.15 * signed(), tip[1] - down, tip[2] + 0.15 * signed()];
    const axis = normalized([signed(), signed(), signed()]);
    const angle = 3 * next();
    const arch = 0.03 * signed();
    const leafAt = (turn: number, bent: number, way: number) =>
      placedPoints(leafMesh({ along: 12, across: 6, length: 0.12, width: 0.06, arch: bent }).positions, {
        position: [position[0], position[1] - way, position[2]],
        rotation: turnAround(axis, angle + turn),
      });
    return {
      triangles: leafMesh({ along: 12, across: 6 }).triangles,
      start: leafAt(0, arch, 0),
      end: leafAt(0.15, arch + 0.005, 0.03),
    };
  });
  return [{ triangles: mesh.triangles, start: mesh.positions, end: mesh.positions }, ...fallen];
}

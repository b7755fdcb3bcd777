// C2A's Bunny Dynamics: bunnies fall onto each other, moved by this package, and what they would do in each step is asked about.
import { addEntity, createWorld } from 'bitecs';
import { bunnyMesh } from '../scenes/bunny.js';
import { boxMesh, refinedMesh } from '../scenes/meshes/index.js';
import { random } from '../scenes/random.js';
import { rigidMesh } from '../src/geometry/index.js';
import { type CollisionPlugin, createCollisionPlugin, MOTION_FIXED } from '../src/index.js';
import type { How, Row } from './report/row.js';
import { rowsOf } from './report/row.js';
import { type Approach, timesOfContact } from './rigid-queries.js';

const TRIANGLES = 26_400;
const SEED = 2009;
const DT = 1 / 60;
const GRAVITY = [0, -9.81, 0] as const;
/** Of the whole bunny, about its middle. */
const RADIUS = 0.26;

export async function bunnyDynamics({ quick }: How): Promise<Row[]> {
  const approaches = await recorded(quick ? { bunnies: 6, steps: 60 } : { bunnies: 10, steps: 150 });
  const { positions, triangles } = refinedMesh(bunnyMesh(), TRIANGLES);
  const mesh = rigidMesh(positions, triangles);
  const { doMeet } = timesOfContact(mesh, mesh, approaches, () => ({}));
  const parts = {
    all: approaches,
    meet: approaches.filter((_, i) => doMeet[i]),
    pass: approaches.filter((_, i) => !doMeet[i]),
  };
  const rows = (['ca', 'c2a', 'earliest-first'] as const).flatMap((method) => {
    const [all, meet, pass] = Object.values(parts).map((some) =>
      timesOfContact(mesh, mesh, some, () => ({ method })),
    );
    const paper = PAPER[method];
    return rowsOf(`Bunny Dynamics, 26.4K each: ${method}`, {
      all: [all.ms, 'ms', { paper: paper?.all }],
      'those that meet': [meet.ms, 'ms', { paper: paper?.meet }],
      'those that do not': [pass.ms, 'ms', { paper: paper?.pass }],
      'front nodes a query': [all.frontNodes / approaches.length, ''],
      queries: [approaches.length, ''],
      'of them meet': [parts.meet.length, ''],
    });
  });
  mesh.dispose();
  return rows;
}

/** Milliseconds of its Table I. */
const PAPER: Readonly<Record<string, { all: number; meet?: number; pass?: number }>> = {
  ca: { all: 0.41 },
  c2a: { all: 0.22, meet: 5.54, pass: 0.11 },
};

/**
 * What each two bunnies near each other would do in a step, by where they are and how fast they go when it begins, before anything is
 * in their way. They are moved with npm's own triangles; the finer ones are the same surface.
 */
async function recorded({ bunnies, steps }: { bunnies: number; steps: number }): Promise<Approach[]> {
  const next = random(SEED);
  const world = createWorld();
  const plugin = await createCollisionPlugin(world, { gravity: GRAVITY, parts: ['dynamics'] });
  plugin.addRigidBody(addEntity(world), {
    ...boxMesh({ cells: [4, 1, 4], size: [4, 0.5, 4] }),
    position: [0, -0.25, 0],
    body: { motion: MOTION_FIXED },
  });
  const mesh = plugin.loadMesh(bunnyMesh());
  const entities = Array.from({ length: bunnies }, (_, i) => {
    const entity = addEntity(world);
    const turn = [0, 0, 0, 0].map(() => next() - 0.5);
    const length = Math.sqrt(turn.reduce((sum, x) => sum + x * x, 0));
    const [x, y, z, w] = turn.map((each) => each / length);
    plugin.addRigidBody(entity, {
      mesh,
      position: [0.3 * (next() - 0.5), 0.4 + 0.55 * i, 0.3 * (next() - 0.5)],
      rotation: [x, y, z, w],
      body: { mass: 1 },
      settings: { restitution: 0.4 },
    });
    return entity;
  });
  plugin.step(DT);
  const approaches: Approach[] = [];
  for (let step = 0; step < steps; step++) {
    entities.forEach((a, i) => {
      for (const b of entities.slice(i + 1))
        if (areNear(plugin, a, b)) approaches.push([motionOf(plugin, a), motionOf(plugin, b)]);
    });
    plugin.step(DT);
  }
  plugin.dispose();
  return approaches;
}

function motionOf({ components }: CollisionPlugin, entity: number) {
  const body = components.RigidBody;
  const of = (columns: readonly Float64Array[]) => columns.map((column) => column[entity]);
  return {
    start: {
      position: of([body.px, body.py, body.pz]),
      rotation: of([body.qx, body.qy, body.qz, body.qw]),
    },
    pivot: of([body.cx, body.cy, body.cz]),
    linear: of([body.vx, body.vy, body.vz]).map((x, k) => DT * (x + DT * GRAVITY[k])),
    angular: of([body.wx, body.wy, body.wz]).map((x) => DT * x),
  };
}

/** Whether balls around the two, wherever they go in the step, meet: what a broad phase leaves. */
function areNear({ components }: CollisionPlugin, a: number, b: number): boolean {
  const { px, py, pz, vx, vy, vz } = components.RigidBody;
  const length = (columns: readonly Float64Array[]) =>
    Math.sqrt(columns.reduce((sum, column) => sum + (column[a] - column[b]) ** 2, 0));
  return length([px, py, pz]) < 2 * RADIUS + DT * length([vx, vy, vz]);
}

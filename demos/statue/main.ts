// A bunny falls on a hollow statue, which breaks.
import { MOTION_DYNAMIC, MOTION_FIXED } from 'first-contact';
import { statueMesh } from '../../scenes/meshes/index.js';
import { bunnyMesh } from '../shell/bunny.js';
import { type Demo, openDemo } from '../shell/demo.js';
import { paint } from '../shell/paint.js';
import { addBody, addFloor } from '../shell/things.js';
import { type Shard, shardsOf } from './shards.js';

const GAP = 0.12;
/** Kilograms that the whole statue weighs. */
const WEIGHT = 20;
/** The crack goes down the statue this fast, in metres a second. */
const CRACK = 4;
/** Neighbours differ a little: where the cracks are can be seen. */
const STONE = ['#d8d2c6', '#c9c2b4', '#e2ddd3', '#bdb6a8', '#cfcac0'];
const settings = { shards: 16 };
const statue = statueMesh({ around: 20, rows: 22, height: 1 });

let falling = 0;
/** Shards that still stand, and how long after the blow they stop to. */
let standing: { readonly entity: number; readonly shard: Shard; readonly delay: number }[] = [];
let struckAt = Number.POSITIVE_INFINITY;

function build(demo: Demo): void {
  addFloor(demo, 5, 0, 0.6);
  struckAt = Number.POSITIVE_INFINITY;
  standing = shardsOf(statue, settings.shards, GAP, 5).map((shard, i) => {
    const mesh = demo.plugin.loadMesh(shard.mesh);
    const mass = WEIGHT * shard.share;
    // A surface encloses nothing that would say how hard it is to turn.
    const inertia = (2 / 3) * mass * shard.spread;
    const entity = demo.add();
    demo.plugin.addRigidBody(entity, {
      mesh,
      position: [shard.middle[0], shard.middle[1] + 0.01, shard.middle[2]],
      body: { motion: MOTION_FIXED, mass, ixx: inertia, iyy: inertia, izz: inertia },
      settings: { friction: 0.5 },
    });
    demo.plugin.unloadMesh(mesh);
    paint(entity, STONE[i % STONE.length]);
    return { entity, shard, delay: (1 - shard.middle[1]) / CRACK };
  });
  const bunny = demo.plugin.loadMesh(bunnyMesh(0.36));
  falling = addBody(demo, bunny, 2600, {
    position: [0.03, 1.7, 0.01],
    body: { vy: -1.5, wx: 1.5 },
    settings: { friction: 0.5 },
  });
  paint(falling, 1);
  demo.plugin.unloadMesh(bunny);
}

/** Sets free what the crack has reached. */
function crack({ plugin }: Demo): void {
  const { contactEvents, clock } = plugin;
  for (let i = 0; i < contactEvents.count; i++) {
    const isBlow = contactEvents.a[i] === falling || contactEvents.b[i] === falling;
    if (isBlow) struckAt = Math.min(struckAt, clock.time);
  }
  const { motion } = plugin.components.RigidBody;
  standing = standing.filter(({ entity, delay }) => {
    if (clock.time < struckAt + delay) return true;
    motion[entity] = MOTION_DYNAMIC;
    return false;
  });
}

const demo = await openDemo({
  name: 'statue',
  distance: 3,
  target: [0, 0.62, 0],
  from: [-1.1, 1.2],
  history: 30,
  pace: 0.5,
  build,
  remember() {
    const before = { standing, struckAt };
    return () => {
      ({ standing, struckAt } = before);
    };
  },
  after: crack,
});
demo.shell.controls.slider(
  { label: 'Shards', min: 4, max: 60, step: 1, value: settings.shards },
  (shards) => {
    settings.shards = shards;
    demo.restart();
  },
);

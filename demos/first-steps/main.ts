// A cloth and a ball as bitECS entities: moved here, stepped by the plugin, drawn by its view.

import { addEntity, createWorld, removeEntity } from 'bitecs';
import { createCollisionPlugin } from 'first-contact';
import { attachView } from 'first-contact/babylon';
import { cos, gridMesh, icosphereMesh, sin } from '../../scenes/meshes/index.js';
import * as BABYLON from '../shell/babylon.js';
import { openStage } from '../shell/babylon-stage.js';
import { saveFile } from '../shell/save-file.js';
import { openShell } from '../shell/shell.js';
import { drawBoxes } from './boxes.js';
import { clothMaterial, edgeMaterial, solidMaterial } from './materials.js';
import { ripple } from './ripple.js';

const WIDTH = 2;
const BALL_RADIUS = 0.2;
const settings = { squares: 40, height: 0.16 };

const shell = openShell('first-steps');
const { scene } = openStage(shell.canvas, 4.4);
const world = createWorld();
const plugin = await createCollisionPlugin(world, { maxEntities: 100 });
const cloths = clothMaterial(scene);
const edges = edgeMaterial(scene);

const ball = addEntity(world);
plugin.addRigidBody(ball, icosphereMesh({ subdivisions: 3, radius: BALL_RADIUS }));
carryBall(0);
const view = attachView<BABYLON.Mesh>({
  BABYLON,
  scene,
  plugin,
  onMesh(mesh, entity) {
    mesh.material = entity === ball ? solidMaterial(scene) : cloths;
    if (entity === ball) return;
    // A clone shares the geometry: one upload serves both.
    const lines = mesh.clone('edges', mesh);
    lines.material = edges;
  },
});
const boxes = drawBoxes(scene, plugin.components.Bvh);

let cloth = weave();
/** What a control changed shows at once, also while the demo is paused. */
let changed = true;

function weave(): number {
  const entity = addEntity(world);
  const { squares, height } = settings;
  const { triangles } = gridMesh({ columns: squares, rows: squares, width: WIDTH, depth: WIDTH });
  // It begins as the wave is: from a flat sheet the first step would be a jump, and find all that is on the way.
  const positions = ripple(new Float64Array(0), squares, WIDTH, shell.frames.time, height);
  plugin.addDeformable(entity, { positions, triangles });
  return entity;
}

shell.controls.slider(
  { label: 'Wave height', min: 0, max: 40, step: 1, value: 16, show: (n) => `${n} cm` },
  (centimetres) => {
    settings.height = centimetres / 100;
    changed = true;
  },
);
shell.controls.slider(
  { label: 'Squares a side', min: 4, max: 160, step: 4, value: settings.squares },
  (squares) => {
    settings.squares = squares;
    removeEntity(world, cloth);
    cloth = weave();
    changed = true;
  },
);
shell.controls.toggle('Show triangles', true, (on) => {
  edges.alpha = on ? edgeMaterial.alpha : 0;
});
shell.controls.toggle('Show swept boxes', true, (on) => boxes.show(on));
shell.controls.button('Save frame', () => saveFile('first-steps.frame', plugin.snapshot()));

// Smoothed: a figure that changes sixty times a second cannot be read.
let milliseconds = 0;
let next = new Float64Array(0);

shell.run((seconds) => {
  if (seconds > 0 || changed) step(Math.max(seconds, 1 / 240));
  changed = false;
  view.sync();
  boxes.sync([ball, cloth]);
  scene.render();
  const { triangleCount } = plugin.components.MeshTopology;
  const triangles = triangleCount[cloth] + triangleCount[ball];
  shell.status(`${triangles.toLocaleString('en')} triangles, a step takes ${milliseconds.toFixed(2)} ms`);
});

/** Around the sheet's middle, above it. */
function carryBall(time: number): void {
  const { RigidBody } = plugin.components;
  RigidBody.px[ball] = 0.75 * cos(time);
  RigidBody.py[ball] = 0.55;
  RigidBody.pz[ball] = 0.75 * sin(time);
  RigidBody.vx[ball] = -0.75 * sin(time);
  RigidBody.vz[ball] = 0.75 * cos(time);
}

function step(seconds: number): void {
  const { time } = shell.frames;
  carryBall(time);
  next = ripple(next, settings.squares, WIDTH, time, settings.height);
  const before = performance.now();
  plugin.moveVertices(cloth, next);
  plugin.step(seconds);
  const took = performance.now() - before;
  // A step that takes a mesh in is another thing.
  if (plugin.counters.entered === 0) milliseconds += 0.05 * (took - milliseconds);
}

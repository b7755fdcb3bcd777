// Babylon's own physics bodies, with first-contact underneath: no entity, no component, no view.
import '@babylonjs/core/Physics/joinedPhysicsEngineComponent.js';
import { CreateBox } from '@babylonjs/core/Meshes/Builders/boxBuilder.js';
import { CreateCylinder } from '@babylonjs/core/Meshes/Builders/cylinderBuilder.js';
import { CreateLathe } from '@babylonjs/core/Meshes/Builders/latheBuilder.js';
import { CreateSphere } from '@babylonjs/core/Meshes/Builders/sphereBuilder.js';
import { CreateTorus } from '@babylonjs/core/Meshes/Builders/torusBuilder.js';
import { PhysicsShapeType } from '@babylonjs/core/Physics/v2/IPhysicsEnginePlugin.js';
import { PhysicsAggregate } from '@babylonjs/core/Physics/v2/physicsAggregate.js';
import { createWorld } from 'bitecs';
import { createCollisionPlugin } from 'first-contact';
import { FirstContactPlugin } from 'first-contact/babylon';
import { initGeometry } from 'first-contact/geometry';
import { cos, sin } from '../../scenes/meshes/index.js';
import { Color3, type Mesh, Quaternion, Vector3 } from '../shell/babylon.js';
import { openStage } from '../shell/babylon-stage.js';
import { drawGround } from '../shell/ground.js';
import { IntersectionCounter } from '../shell/intersections.js';
import { glazedMaterial } from '../shell/paint.js';
import { openShell } from '../shell/shell.js';
import { random } from '../shell/things.js';

const COLOURS = ['#e8744a', '#4c9be8', '#f2b632', '#63b598', '#a583d6', '#e5789c'];
const settings = { bodies: 12 };
const shell = openShell('plain-babylon');
const stage = openStage(shell.canvas, 5.2, { target: [0, 0.4, 0], from: [-1.1, 1] });
const { scene } = stage;
const [plugin] = await Promise.all([
  createCollisionPlugin(createWorld(), { maxEntities: 200 }),
  initGeometry(),
]);
scene.enablePhysics(new Vector3(0, -9.81, 0), new FirstContactPlugin(plugin));

const ground = CreateBox('ground', { width: 8, height: 0.2, depth: 8 }, scene);
ground.position.y = -0.1;
drawGround(ground, scene, 0.1, 4);
new PhysicsAggregate(ground, PhysicsShapeType.BOX, { mass: 0, friction: 0.6 }, scene);

const bowl = CreateLathe('bowl', { shape: outline(), tessellation: 40, closed: true }, scene);
bowl.position.y = 0.02;
const clay = glazedMaterial(scene);
clay.diffuseColor = Color3.FromHexString('#adb1bc');
clay.backFaceCulling = false;
clay.twoSidedLighting = true;
bowl.material = clay;
stage.shade(bowl);
new PhysicsAggregate(bowl, PhysicsShapeType.MESH, { mass: 0, friction: 0.5 }, scene);

/** Of the bowl, once around: up outside, down inside. */
function outline(): Vector3[] {
  const side = (radius: number, height: number, bottom: number) =>
    Array.from({ length: 9 }, (_, i) => {
      const angle = (i / 8) * (Math.PI / 2);
      return new Vector3(radius * sin(angle), bottom + height * (1 - cos(angle)), 0);
    });
  return [...side(1.25, 0.75, 0), ...side(1.17, 0.67, 0.08).reverse()];
}

const kinds: readonly [type: PhysicsShapeType, make: () => Mesh][] = [
  [
    PhysicsShapeType.MESH,
    () => CreateTorus('ring', { diameter: 0.6, thickness: 0.16, tessellation: 24 }, scene),
  ],
  [PhysicsShapeType.BOX, () => CreateBox('box', { width: 0.3, height: 0.3, depth: 0.5 }, scene)],
  [PhysicsShapeType.CYLINDER, () => CreateCylinder('post', { height: 0.6, diameter: 0.14 }, scene)],
  [PhysicsShapeType.SPHERE, () => CreateSphere('ball', { diameter: 0.36, segments: 16 }, scene)],
];
const materials = COLOURS.map((hex) => {
  const material = glazedMaterial(scene);
  material.diffuseColor = Color3.FromHexString(hex);
  return material;
});
let bodies: PhysicsAggregate[] = [];

function build(): void {
  for (const { transformNode } of bodies) transformNode.dispose();
  const next = random(3);
  const signed = () => 2 * next() - 1;
  bodies = Array.from({ length: settings.bodies }, (_, i) => {
    const [type, make] = kinds[i % kinds.length];
    const mesh = make();
    mesh.position.set(0.25 * signed(), 0.6 + 0.8 * i, 0.25 * signed());
    mesh.rotationQuaternion = new Quaternion(signed(), signed(), signed(), signed()).normalize();
    mesh.material = materials[i % materials.length];
    stage.shade(mesh);
    return new PhysicsAggregate(mesh, type, { mass: 1, friction: 0.5, restitution: 0 }, scene);
  });
}

const counter = new IntersectionCounter(plugin);
let met = 0;
let nextCount = 0;
function report(): void {
  shell.counter(met);
  shell.status(`${plugin.counters.pairs.toLocaleString('en')} pairs near each other`);
}

const makeStep = (): void => scene.getPhysicsEngine()?._step(1 / 60);
async function step(count: number): Promise<void> {
  for (let i = 0; i < count; i++) makeStep();
  met = counter.count();
  report();
}

build();
shell.controls.button('Start again', build);
shell.controls.slider({ label: 'Bodies', min: 4, max: 40, step: 1, value: settings.bodies }, (count) => {
  settings.bodies = count;
  build();
});
shell.run((seconds) => {
  // Babylon steps its physics with each frame that it renders.
  scene.physicsEnabled = seconds > 0;
  scene.render();
  if (performance.now() < nextCount) return;
  const start = performance.now();
  met = counter.count();
  nextCount = performance.now() + Math.max(250, 10 * (performance.now() - start));
  report();
});
Object.assign(globalThis, { demo: { plugin, stage, step, makeStep, intersections: () => counter.count() } });

// A scene that tests and benchmarks share, as entities of a bitECS world.

import { query } from 'bitecs';
import { fallingTape } from '../../scenes/simulated/tape.js';
import { PointerEventTypes } from '../shell/babylon.js';
import { type Demo, openDemo } from '../shell/demo.js';
import { addSimulated } from '../shell/simulated.js';

let drive = (_: number): void => {};

/** How much nearer the camera gets to what it shall see, a step. */
const EASE = 0.07;
let isFollowing = true;

const demo = await openDemo({
  name: 'tape',
  distance: 2.1,
  target: [0, 0.48, 0],
  from: [-1.1, 1.2],
  pace: 0.25,
  plugin: { timeStep: 1 / 60 },
  build(demo) {
    isFollowing = true;
    const began = demo.plugin.clock.time;
    const move = addSimulated(demo, fallingTape(1, 3, 103));
    drive = (time) => move(time - began);
  },
  drive: (_, time) => drive(time),
  after: follow,
});
// Whoever turns the picture or comes closer looks for themselves from there on.
demo.stage.scene.onPointerObservable.add(() => {
  isFollowing = false;
}, PointerEventTypes.POINTERDOWN | PointerEventTypes.POINTERWHEEL);

/** The tape is ten times as high at first as when it lies there: the camera comes down with it. */
function follow({ plugin, stage }: Demo): void {
  if (!isFollowing) return;
  const { Bvh, Cloth } = plugin.components;
  const [tape] = query(plugin.world, [Cloth]);
  const high = Bvh.maxY[tape] - Bvh.minY[tape];
  const wide = Math.max(Bvh.maxX[tape] - Bvh.minX[tape], Bvh.maxZ[tape] - Bvh.minZ[tape]);
  const { camera } = stage;
  camera.target.y += EASE * (Bvh.minY[tape] + high / 2 - camera.target.y);
  camera.radius += EASE * (0.15 + 1.9 * Math.max(high, wide) - camera.radius);
}

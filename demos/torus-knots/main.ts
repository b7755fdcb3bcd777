// Knots that cross more than their own length in a step, in a box whose walls are as thin as paper.

import { cos, lengthOf, sin, torusKnotMesh } from '../../scenes/meshes/index.js';
import { Vector3 } from '../shell/babylon.js';
import { type Demo, openDemo } from '../shell/demo.js';
import { colourNumbered, paint } from '../shell/paint.js';
import { addBody, addPane, random } from '../shell/things.js';
import { Trails } from './trails.js';

const SPEED = 100;
/** Radians a second: what turns faster than it is drawn cannot be followed. */
const MOST_SPIN = 12;
const HALF = 2.5;
const PAPER = 0.02;
const settings = { knots: 5 };
let knots: number[] = [];
let trails: Trails | undefined;

const demo = await openDemo({
  name: 'torus-knots',
  distance: 14.5,
  plugin: { gravity: [0, 0, 0], timeStep: 1 / 60 },
  pace: 0.1,
  showsSteps: true,
  build(made) {
    knots = [];
    const next = random(3);
    const signed = () => 2 * next() - 1;
    const side = 2 * HALF + PAPER;
    for (const sign of [-1, 1]) {
      addPane(made, [side, PAPER, side], [0, sign * HALF, 0]);
      if (sign < 0) addPane(made, [side, side, PAPER], [0, 0, sign * HALF]);
      addPane(made, [PAPER, side, side], [sign * HALF, 0, 0]);
    }
    const mesh = made.plugin.loadMesh(torusKnotMesh({ along: 80, tube: 8, radius: 0.42, tubeRadius: 0.09 }));
    for (let i = 0; i < settings.knots; i++) {
      const angle = (2 * Math.PI * i) / settings.knots;
      const [x, z] = [1.6 * cos(angle), 1.6 * sin(angle)];
      const knot = addBody(made, mesh, 500, {
        position: [x, 0.6 * signed(), z],
        body: {
          vx: -SPEED * cos(angle),
          vy: 4 * signed(),
          vz: -SPEED * sin(angle),
          wx: 5 * signed(),
          wy: 5 * signed(),
        },
        settings: { friction: 0, restitution: 1 },
      });
      paint(knot, i);
      knots.push(knot);
    }
    made.plugin.unloadMesh(mesh);
    addPane(made, [side, side, PAPER], [0, 0, HALF]);
    trails ??= new Trails(made.stage.scene);
    const colours = knots.map((_, i) => colourNumbered(i));
    trails.begin(placesOf(made), colours);
  },
  drive: keepFast,
  after: (made) => trails?.add(placesOf(made)),
  remember: () => trails?.remember() ?? (() => {}),
});

/** What a knot lost in a collision it is given back, along the way that it flies. */
function keepFast({ plugin }: Demo): void {
  const { vx, vy, vz, wx, wy, wz } = plugin.components.RigidBody;
  const scale = (columns: readonly Float64Array[], knot: number, factor: number) => {
    for (const column of columns) column[knot] *= factor;
  };
  for (const knot of knots) {
    const speed = lengthOf([vx[knot], vy[knot], vz[knot]]);
    const spin = lengthOf([wx[knot], wy[knot], wz[knot]]);
    if (speed > 0) scale([vx, vy, vz], knot, SPEED / speed);
    if (spin > MOST_SPIN) scale([wx, wy, wz], knot, MOST_SPIN / spin);
  }
}

function placesOf({ plugin }: Demo): Vector3[] {
  const { px, py, pz } = plugin.components.RigidBody;
  return knots.map((knot) => new Vector3(px[knot], py[knot], pz[knot]));
}

demo.shell.controls.slider({ label: 'Knots', min: 2, max: 12, step: 1, value: settings.knots }, (knots) => {
  settings.knots = knots;
  demo.restart();
});

// A ball flies at sheets that bear only so much stretch: each that tears takes some of its speed, and one catches it.
import { icosphereMesh } from '../../scenes/meshes/index.js';
import { latticeMesh } from '../../scenes/meshes/mesh.js';
import { openDemo } from '../shell/demo.js';
import { paint } from '../shell/paint.js';
import { addBody, addFloor } from '../shell/things.js';

const QUADS = 18;
const SIDE = 1.2;
const LOW = 0.05;
const BETWEEN = 0.6;
const RADIUS = 0.16;
/** Metres a newton: enough for stretch to be a measure of force. */
const GIVES_WAY = 1e-4;
const settings = { sheets: 3, bears: 25, speed: 5 };
let colours = new Map<number, number>();

const sheet = latticeMesh({
  columns: QUADS,
  rows: QUADS,
  point: (column, row) => [SIDE * (column / QUADS - 0.5), LOW + (SIDE * row) / QUADS, 0],
});
/** Held at both sides. */
const pins = Array.from({ length: (QUADS + 1) * (QUADS + 1) }, (_, v) => v).filter(
  (v) => Math.abs(sheet.positions[3 * v]) > SIDE / 2 - 1e-6,
);

const demo = await openDemo({
  name: 'tearing',
  distance: 3.5,
  target: [0, 0.55, -0.6],
  from: [0.7, 1.2],
  plugin: { timeStep: 1 / 60 },
  noteEvery: 6,
  build(made) {
    const { plugin } = made;
    colours = new Map();
    addFloor(made, 12);
    for (let i = 0; i < settings.sheets; i++) {
      const entity = made.add();
      const positions = sheet.positions.map((value, k) => (k % 3 === 2 ? -i * BETWEEN : value));
      const tearing = settings.bears / 100;
      const cloth = { pins, tearing, stretchCompliance: GIVES_WAY, bendCompliance: 0.1, damping: 0.5 };
      plugin.addDeformable(entity, { positions, triangles: sheet.triangles, cloth });
      wear(entity, i);
    }
    const mesh = plugin.loadMesh(icosphereMesh({ subdivisions: 2, radius: RADIUS }));
    const body = { vy: 1.6, vz: -settings.speed };
    paint(addBody(made, mesh, 180, { position: [0.05, 0.75, 1.4], body }), 5);
    plugin.unloadMesh(mesh);
  },
  after({ plugin }) {
    for (const { entity, pieces } of plugin.tears) {
      for (const piece of pieces) wear(piece.entity, colours.get(entity) as number);
    }
  },
});

/** A piece has the colour of its sheet. */
function wear(entity: number, colour: number): void {
  colours.set(entity, colour);
  paint(entity, colour);
}

const { controls } = demo.shell;
controls.slider({ label: 'Sheets', min: 1, max: 4, step: 1, value: settings.sheets }, (sheets) => {
  settings.sheets = sheets;
  demo.restart();
});
controls.slider(
  { label: 'Tears at', min: 10, max: 60, step: 5, value: settings.bears, show: (n) => `${n} % longer` },
  (bears) => {
    settings.bears = bears;
    demo.restart();
  },
);
controls.slider(
  { label: 'Ball', min: 3, max: 15, step: 1, value: settings.speed, show: (n) => `${n} m/s` },
  (speed) => {
    settings.speed = speed;
    demo.restart();
  },
);

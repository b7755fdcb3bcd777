// Sheets whose boxes overlap, and pictures that show which of them are apart all the same.

import { GPU_CULLING_OFF, GPU_CULLING_ON, inspect } from 'first-contact';
import { webgl2 } from 'first-contact/gpu';
import { cos, gridMesh, sin } from '../../scenes/meshes/index.js';
import { type Mesh, StandardMaterial } from '../shell/babylon.js';
import { type Demo, openDemo } from '../shell/demo.js';

const QUADS = 10;
const WIDTH = 1.6;
const APART = 0.13;
const HEIGHT = 0.16;
const settings = { sheets: 5, unlike: 0.6, pictures: true };

let sheets: number[] = [];
const { positions: flat, triangles } = gridMesh({ columns: QUADS, rows: QUADS, width: WIDTH, depth: WIDTH });

/** A wave that runs through all sheets, and one that is each sheet's own. */
function ripple(sheet: number, time: number, out: Float64Array): Float64Array {
  const middle = (settings.sheets - 1) / 2;
  for (let i = 0; i < out.length; i += 3) {
    const [x, z] = [flat[i], flat[i + 2]];
    const shared = HEIGHT * sin(3.2 * x + 1.1 * time);
    const own = 0.45 * APART * settings.unlike * cos(2.1 * z + 1.7 * sheet + 0.9 * time);
    out[i] = x;
    out[i + 1] = APART * (sheet - middle) + shared + own;
    out[i + 2] = z;
  }
  return out;
}

const next = new Float64Array(flat.length);

function build({ add, plugin }: Demo): void {
  sheets = Array.from({ length: settings.sheets }, (_, i) => {
    const entity = add();
    const gpuCulling = settings.pictures ? GPU_CULLING_ON : GPU_CULLING_OFF;
    const positions = ripple(i, plugin.clock.time, new Float64Array(flat.length));
    plugin.addDeformable(entity, { positions, triangles, settings: { gpuCulling } });
    return entity;
  });
}

const demo = await openDemo({
  name: 'culling',
  distance: 3.4,
  from: [-1.2, 1.25],
  plugin: { visibility: webgl2({ size: 64, views: 'axes', deadline: 5000 }) },
  waitsForPictures: true,
  history: 30,
  build,
  drive({ plugin }, time) {
    for (const [i, entity] of sheets.entries()) plugin.moveVertices(entity, ripple(i, time, next));
  },
  after: recolour,
});

/** Green: in no pair any more. Orange: searched. */
function recolour({ plugin, view }: Demo): void {
  const { pairs } = inspect(plugin);
  for (const entity of sheets) {
    let isSearched = false;
    for (let i = 0; i < pairs.count; i++) {
      const [a, b] = [pairs.a[i], pairs.b[i]];
      if (a !== b && (a === entity || b === entity)) isSearched = true;
    }
    const material = (view.meshOf(entity) as Mesh | undefined)?.material;
    if (!(material instanceof StandardMaterial)) continue;
    if (isSearched) material.diffuseColor.set(0.86, 0.36, 0.2);
    else material.diffuseColor.set(0.25, 0.55, 0.44);
  }
}

demo.shell.note(() => {
  const { boxPairs, occludedPairs } = demo.plugin.counters;
  return `${boxPairs} pairs of boxes, ${occludedPairs} dropped by pictures`;
});
const again = () => demo.restart();
demo.shell.controls.toggle('Pictures', settings.pictures, (on) => {
  settings.pictures = on;
  again();
});
demo.shell.controls.slider({ label: 'Sheets', min: 2, max: 10, step: 1, value: settings.sheets }, (count) => {
  settings.sheets = count;
  again();
});
demo.shell.controls.slider(
  { label: 'Each by itself', min: 0, max: 100, step: 5, value: 60, show: (n) => `${n} %` },
  (share) => {
    settings.unlike = share / 100;
  },
);

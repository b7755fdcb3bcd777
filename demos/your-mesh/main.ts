// A glTF file that somebody drops on the picture, as bodies that fall.
import { MOTION_FIXED, weldVertices } from 'first-contact';
import { bowlMesh, lengthOf, torusKnotMesh, torusMesh, unit } from '../../scenes/meshes/index.js';
import { type Demo, openDemo } from '../shell/demo.js';
import { element } from '../shell/element.js';
import { showError } from '../shell/errors.js';
import { addBody, addFloor, random } from '../shell/things.js';
import { readGltf, type Triangles } from './gltf.js';

/** The longest side that a mesh is given, in metres. */
const SIZE = 0.6;
/** Seams of files differ in the last bits of f32: a share of the size. */
const SEAM = 1e-6;
const settings = { copies: 5 };

let shape: Triangles = fitted(torusKnotMesh({ along: 80, tube: 10, radius: 0.3, tubeRadius: 0.07 }));
let told = 'a torus knot, until you drop a file';

function fitted({ positions, triangles }: Triangles): Triangles {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  positions.forEach((x, i) => {
    low[i % 3] = Math.min(low[i % 3], x);
    high[i % 3] = Math.max(high[i % 3], x);
  });
  const scale = SIZE / Math.max(...high.map((x, k) => x - low[k]));
  if (!(scale > 0 && scale < Infinity)) throw new Error('All vertices of the file are in one place.');
  const placed = positions.map((x, i) => scale * (x - (low[i % 3] + high[i % 3]) / 2));
  return weldVertices({ positions: placed, triangles }, SEAM * SIZE, {
    dropZeroArea: true,
    dropDuplicates: true,
  });
}

function build(demo: Demo): void {
  const { plugin } = demo;
  addFloor(demo, 6, -0.75);
  const next = random(4);
  const signed = () => 2 * next() - 1;
  const bowl = plugin.loadMesh(bowlMesh({ around: 32, rings: 8, radius: 0.95, thickness: 0.06 }));
  const mesh = plugin.loadMesh(shape);
  const isOpen = plugin.meshFacts(mesh).solid.volume === 0;
  const falling = isOpen
    ? plugin.loadMesh(torusMesh({ around: 24, tube: 10, radius: 0.12, tubeRadius: 0.035 }))
    : mesh;
  addBody(demo, isOpen ? mesh : bowl, 1000, {
    position: [0, isOpen ? -0.4 : 0.2, 0],
    body: { motion: MOTION_FIXED },
    settings: { friction: 0.4 },
  });
  // However they are turned, none reaches into the next.
  const { positions } = isOpen ? { positions: [0.16] } : shape;
  let reach = 0;
  for (let i = 0; i < positions.length; i += 3) reach = Math.max(reach, lengthOf(positions.slice(i, i + 3)));
  for (let i = 0; i < settings.copies; i++) {
    const rotation = unit([signed(), signed(), signed(), signed()]);
    addBody(demo, falling, 500, {
      position: [0.12 * signed(), 0.3 + reach + 2.02 * reach * i, 0.12 * signed()],
      rotation,
      settings: { friction: 0.4 },
    });
  }
  for (const each of new Set([bowl, mesh, falling])) plugin.unloadMesh(each);
  demo.shell.note(() => `${told}${isOpen ? ', open: it stays where it is' : ''}`);
}

const demo = await openDemo({
  name: 'your-mesh',
  distance: 3.4,
  target: [0, -0.15, 0],
  from: [-1.1, 0.9],
  history: 20,
  build,
});

async function take(file: File | undefined): Promise<void> {
  if (file === undefined) return;
  const before = { shape, told };
  try {
    shape = fitted(readGltf(await file.arrayBuffer()));
    told = `${file.name}, ${(shape.triangles.length / 3).toLocaleString('en')} triangles`;
    demo.restart();
  } catch (error) {
    showError(new Error(`${file.name}: ${error instanceof Error ? error.message : String(error)}`));
    ({ shape, told } = before);
    demo.restart();
  }
}

const choose = element('input', { type: 'file', accept: '.glb,.gltf,model/gltf-binary,model/gltf+json' });
choose.addEventListener('change', () => {
  void take(choose.files?.[0]);
});
demo.shell.controls.panel.append(element('label', { className: 'file' }, ['A glTF file of yours', choose]));
demo.shell.controls.slider(
  { label: 'Copies', min: 1, max: 20, step: 1, value: settings.copies },
  (copies) => {
    settings.copies = copies;
    demo.restart();
  },
);
// Anywhere on the page: a file that misses the picture would replace it otherwise.
addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', (event) => {
  event.preventDefault();
  void take(event.dataTransfer?.files[0]);
});

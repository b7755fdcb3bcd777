// A sheet of triangles, moved and drawn from one array.
import { openStage } from '../shell/babylon-stage.js';
import { openShell } from '../shell/shell.js';
import { type ClothGrid, createClothGrid, ripple } from './cloth-grid.js';
import { type ClothView, drawCloth } from './cloth-view.js';

const width = 2;
const settings = { segments: 40, height: 0.16, edges: true };

const shell = openShell('first-steps');
const { scene } = openStage(shell.canvas, 3.8);
let cloth: ClothGrid;
let view: ClothView | undefined;
weave();

function weave(): void {
  view?.dispose();
  cloth = createClothGrid(settings.segments, width);
  move();
  view = drawCloth(scene, cloth);
  view.showEdges(settings.edges);
}

/** Where the vertices are now. */
function move(): void {
  ripple(cloth, shell.frames.time, settings.height);
}

shell.controls.slider(
  { label: 'Wave height', min: 0, max: 40, step: 1, value: 16, show: (n) => `${n} cm` },
  (centimetres) => {
    settings.height = centimetres / 100;
  },
);
shell.controls.slider(
  { label: 'Squares a side', min: 4, max: 160, step: 4, value: settings.segments },
  (segments) => {
    settings.segments = segments;
    weave();
  },
);
shell.controls.toggle('Show triangles', settings.edges, (on) => {
  settings.edges = on;
  view?.showEdges(on);
});

// Smoothed: a figure that changes sixty times a second cannot be read.
let milliseconds = 0;
shell.run(() => {
  const before = performance.now();
  move();
  view?.update();
  milliseconds += (performance.now() - before - milliseconds) * 0.05;
  scene.render();
  shell.status(`${cloth.triangles.toLocaleString('en')} triangles, moved in ${milliseconds.toFixed(2)} ms`);
});

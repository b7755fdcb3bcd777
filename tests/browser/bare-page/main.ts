// What every demo needs before it does anything of its own: Babylon, a stage, and one lit disc in the first frame.
import { CreateDisc } from '../../../demos/shell/babylon.js';
import { openStage } from '../../../demos/shell/babylon-stage.js';

const canvas = document.querySelector('canvas') as HTMLCanvasElement;
const { scene } = openStage(canvas, 4);
CreateDisc('disc', { radius: 1 }, scene);
scene.executeWhenReady(() => {
  scene.render();
  document.documentElement.dataset.startedAfter = performance.now().toFixed(0);
});

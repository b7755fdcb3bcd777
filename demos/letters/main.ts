// CONTACT falls into a bowl.
import { MOTION_FIXED } from 'first-contact';
import { bowlMesh, type Letter, letterMesh } from '../../scenes/meshes/index.js';
import { openDemo } from '../shell/demo.js';
import { paint } from '../shell/paint.js';
import { addBody, random } from '../shell/things.js';

const WORD: readonly Letter[] = ['C', 'O', 'N', 'T', 'A', 'C', 'T'];
const settings = { words: 2 };

const demo = await openDemo({
  name: 'letters',
  distance: 3.6,
  target: [0, -0.35, 0],
  from: [-1.2, 0.85],
  build(made) {
    const next = random(2);
    const signed = () => 2 * next() - 1;
    const bowl = made.plugin.loadMesh(bowlMesh({ around: 32, rings: 8, radius: 0.9, thickness: 0.08 }));
    addBody(made, bowl, 1000, { body: { motion: MOTION_FIXED } });
    for (let i = 0; i < settings.words * WORD.length; i++) {
      const mesh = made.plugin.loadMesh(letterMesh({ letter: WORD[i % WORD.length], cuts: 1, height: 0.45 }));
      const turn = [0.5 * signed(), 0.5 * signed(), 0.3 * signed(), 1];
      const length = Math.hypot(...turn);
      const [x, y, z, w] = turn.map((value) => value / length);
      const entity = addBody(made, mesh, 400, {
        position: [0.42 * ((i % 3) - 1), 0.1 + 0.5 * Math.floor(i / 3), 0.1 * signed()],
        rotation: [x, y, z, w],
        body: { wx: signed(), wz: signed() },
      });
      paint(entity, i);
      made.plugin.unloadMesh(mesh);
    }
    made.plugin.unloadMesh(bowl);
  },
});
demo.shell.controls.slider({ label: 'Words', min: 1, max: 5, step: 1, value: settings.words }, (words) => {
  settings.words = words;
  demo.restart();
});

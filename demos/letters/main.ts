// CONTACT falls into a bowl, and breaks there.
import { MOTION_FIXED } from 'first-contact';
import { bowlMesh, crackedLetterMesh, type Letter, unit } from '../../scenes/meshes/index.js';
import { openDemo } from '../shell/demo.js';
import { paint } from '../shell/paint.js';
import { addBody, random } from '../shell/things.js';

const WORD: readonly Letter[] = ['C', 'O', 'N', 'T', 'A', 'C', 'T'];
/** Rows below which a letter is cracked, and how wide, in metres. */
const CRACKS = [[2, 5], [3], [4]] as const;
const GAP = 0.002;
const settings = { words: 1, strength: 6 };
let colours = new Map<number, number>();

const demo = await openDemo({
  name: 'letters',
  distance: 3.2,
  target: [0, -0.45, 0],
  from: [-1.2, 0.65],
  build(made) {
    colours = new Map();
    const next = random(2);
    const signed = () => 2 * next() - 1;
    const bowl = made.plugin.loadMesh(bowlMesh({ around: 32, rings: 8, radius: 0.9, thickness: 0.08 }));
    addBody(made, bowl, 1000, { body: { motion: MOTION_FIXED } });
    for (let i = 0; i < settings.words * WORD.length; i++) {
      const letter = { letter: WORD[i % WORD.length], cuts: 1, height: 0.45 };
      const cracked = crackedLetterMesh(letter, CRACKS[i % CRACKS.length], GAP);
      const mesh = made.plugin.loadMesh(cracked, { pieces: 'components' });
      const rotation = unit([0.5 * signed(), 0.5 * signed(), 0.3 * signed(), 1]);
      const entity = addBody(made, mesh, 400, {
        position: [0.42 * ((i % 3) - 1), 0.1 + 0.5 * Math.floor(i / 3), 0.1 * signed()],
        rotation,
        body: { wx: signed(), wz: signed() },
        strength: settings.strength,
      });
      wear(entity, i);
      made.plugin.unloadMesh(mesh);
    }
    made.plugin.unloadMesh(bowl);
  },
  after({ plugin }) {
    for (const { entity, pieces } of plugin.breaks) {
      for (const piece of pieces) wear(piece, colours.get(entity) as number);
    }
  },
});

/** A piece has the colour of its letter. */
function wear(entity: number, colour: number): void {
  colours.set(entity, colour);
  paint(entity, colour);
}

demo.shell.controls.slider({ label: 'Words', min: 1, max: 5, step: 1, value: settings.words }, (words) => {
  settings.words = words;
  demo.restart();
});
demo.shell.controls.slider(
  { label: 'Strength', min: 1, max: 20, step: 1, value: settings.strength },
  (strength) => {
    settings.strength = strength;
    demo.restart();
  },
);

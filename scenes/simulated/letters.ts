import { bowlMesh, type Letter, letterMesh, piecesOf } from '../meshes/index.js';
import { placedPoints } from '../meshes/placed.js';
import { normalized, turnAround } from '../meshes/vectors.js';
import { random } from '../random.js';
import { insetPieces } from './broken.js';
import type { SimulatedScene } from './simulated-scene.js';

const WORD: readonly Letter[] = ['C', 'O', 'N', 'T', 'A', 'C', 'T'];
const INSET = 0.05;
/** Newton seconds in a step that break a letter. */
const STRENGTH = 0.05;

/** Letters fall into a bowl and break in pieces there. */
export function breakingLetters(seed: number, pieces = 3): SimulatedScene {
  const next = random(seed + 1);
  const signed = () => 2 * next() - 1;
  const letters = WORD.map((letter, i) => {
    const mesh = letterMesh({ letter, cuts: 2, height: 0.3 });
    const rotation = turnAround(normalized([signed(), signed(), signed()]), 0.6 * signed());
    const position = [
      0.4 * ((i % 3) - 1) + 0.01 * signed(),
      0.1 + 0.45 * Math.floor(i / 3),
      0.05 * signed(),
    ] as const;
    return insetPieces(mesh, piecesOf(mesh, pieces, seed + i), INSET).map((piece) => ({
      kind: 'cloth' as const,
      mesh: piece,
      positions: placedPoints(piece.positions, { position, rotation }),
      glue: i + 1,
      settings: { density: 5, shapeStiffness: 1, bendCompliance: 0.01, friction: 0.4 },
    }));
  });
  return {
    name: 'letters',
    title: 'Letters break in a bowl',
    parts: [
      ...letters.flat(),
      { kind: 'body', mesh: bowlMesh({ around: 32, rings: 8, radius: 0.8 }), pose: [0, 0, 0, 0, 0, 0, 1] },
    ],
    dt: 1 / 60,
    subSteps: 8,
    strength: STRENGTH,
  };
}

import { brokenPieces, type Flight, flownPoints } from './breaking.js';
import { bowlMesh, type Letter, letterMesh, piecesOf, type Vec3 } from './meshes/index.js';
import { random } from './random.js';
import type { Scene, SceneEntity } from './scene.js';

export interface LettersSize {
  readonly word?: readonly Letter[];
  /** How finely letters are cut, and the bowl. */
  readonly cuts?: number;
  readonly around?: number;
  readonly seed?: number;
}

const FRAME = 1 / 30;
const GRAVITY = 9.81;
const PIECES = 3;
const BOWL = 1.4;

/** Letters fall into a bowl and break in pieces there. */
export function letters(size: LettersSize = {}): Scene {
  const { word = ['C', 'O', 'N', 'T', 'A', 'C', 'T'], cuts = 2, around = 32, seed = 1 } = size;
  const next = random(seed);
  const signed = () => 2 * next() - 1;
  const bowl = bowlMesh({ around, rings: 8, radius: BOWL });
  const pieces = word.flatMap((letter, i) => {
    const mesh = letterMesh({ letter, cuts, height: 0.5 });
    const start: Vec3 = [0.35 * (i - (word.length - 1) / 2), 0.1 + 0.15 * (i % 3), 0.2 * signed()];
    const breaks = 0.36 + 0.02 * i;
    return brokenPieces(mesh, piecesOf(mesh, PIECES, seed + i), 0.01).map((piece) => {
      const flight: Flight = {
        breaks,
        whole: (time) => [start[0], start[1] - 0.5 * GRAVITY * time * time, start[2]],
        velocity: [-start[0] + 0.8 * signed(), 1 + next(), -start[2] + 0.8 * signed()],
        spin: [4 * signed(), 4 * signed(), 4 * signed()],
        gravity: GRAVITY,
        ground: 0.25 - BOWL,
      };
      return { ...piece, start, flight };
    });
  });
  return {
    name: 'letters',
    title: 'Letters break in a bowl',
    meshes: [...pieces.map(({ mesh }) => mesh), bowl],
    entities: [
      ...pieces.map(
        ({ middle, start }, mesh): SceneEntity => ({
          kind: 'deformable',
          mesh,
          position: [start[0] + middle[0], start[1] + middle[1], start[2] + middle[2]],
        }),
      ),
      { kind: 'rigid', mesh: pieces.length, isDriven: true },
    ],
    gravity: [0, -GRAVITY, 0],
    frames: 40,
    frameTime: FRAME,
    motion: (frame) => [
      ...pieces.map(({ mesh, middle, flight }) => flownPoints(mesh.positions, middle, flight, frame * FRAME)),
      bowl.positions,
    ],
  };
}

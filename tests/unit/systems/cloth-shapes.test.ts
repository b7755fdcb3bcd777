import { expect, test } from 'vitest';
import { icosphereMesh } from '../../../scenes/meshes/index.js';
import { ClothPart } from '../../../src/cloth/part.js';
import { MADE_OF } from '../../../src/systems/cloth-bridge.js';
import { KnownShapes, type MadePart } from '../../../src/systems/cloth-shapes.js';

const BALL = icosphereMesh({ subdivisions: 1, radius: 1 });
const AT_ORIGIN = [0, 0, 0, 0, 0, 0, 1] as const;

function made(mesh: number, centre: number): MadePart {
  const numbers = new Float64Array(MADE_OF);
  numbers[17] = centre;
  return { part: new ClothPart({ kind: 'body', mesh: BALL, pose: AT_ORIGIN }), mesh, made: numbers };
}

test('parts share a shape where the mesh and the centre are the same, whatever else differs', () => {
  const [ball, shifted, other] = [made(1, 0), made(1, 0.5), made(2, 0)];
  const shapes = new KnownShapes([ball, shifted]);
  shapes.note(other);
  shapes.note(made(1, 0)); // known already: the first stays
  const rough = made(1, 0).made;
  rough[2] = 0.9;
  expect(shapes.alike(1, rough)).toBe(ball.part);
  expect(shapes.alike(1, shifted.made)).toBe(shifted.part);
  expect(shapes.alike(2, rough)).toBe(other.part);
  expect(shapes.alike(3, rough)).toBeUndefined();
});

test('a part that is made after another has its tree and its edges', () => {
  const { part } = made(1, 0);
  const thick = new ClothPart({
    kind: 'body',
    mesh: BALL,
    built: part,
    pose: AT_ORIGIN,
    settings: { thickness: 0.1 },
  });
  expect(thick.tree).toBe(part.tree);
  expect(thick.connectivity).toBe(part.connectivity);
  expect(thick.thickness).not.toBe(part.thickness);
});

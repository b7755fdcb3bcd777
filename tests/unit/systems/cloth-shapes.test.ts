import { expect, test } from 'vitest';
import { icosphereMesh } from '../../../scenes/meshes/index.js';
import { ClothPart } from '../../../src/cloth/part.js';
import { KnownShapes, MADE_OF, type MadePart, MESH_SERIAL } from '../../../src/systems/cloth-shapes.js';

const BALL = icosphereMesh({ subdivisions: 1, radius: 1 });
const AT_ORIGIN = [0, 0, 0, 0, 0, 0, 1] as const;

function made(mesh: number, centre: number): MadePart {
  const numbers = new Float64Array(MADE_OF);
  numbers[MESH_SERIAL] = mesh;
  numbers[17] = centre;
  return { part: new ClothPart({ kind: 'body', mesh: BALL, pose: AT_ORIGIN }), made: numbers, pins: [] };
}

test('parts share a shape where the mesh and the centre are the same, whatever else differs', () => {
  const [ball, shifted, other] = [made(1, 0), made(1, 0.5), made(2, 0)];
  const shapes = new KnownShapes([ball, shifted]);
  shapes.note(other);
  shapes.note(made(1, 0)); // known already: the first stays
  const rough = (mesh: number, centre: number) => {
    const numbers = made(mesh, centre).made;
    numbers[2] = 0.9;
    return numbers;
  };
  expect(shapes.alike(rough(1, 0))).toBe(ball);
  expect(shapes.alike(rough(1, 0.5))).toBe(shifted);
  expect(shapes.alike(rough(2, 0))).toBe(other);
  expect(shapes.alike(rough(3, 0))).toBeUndefined();
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

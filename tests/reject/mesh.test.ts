import { describe, expect, it } from 'vitest';
import { FirstContactError } from '../../src/errors.js';
import { checkMesh, type MeshUse } from '../../src/mesh/index.js';
import { type Case, FOR_ANY_USE, FOR_SURFACES, square } from './bad-meshes.js';

describe.each(['rigid', 'deformable'] as const)('a %s mesh is refused with', (use) => {
  it.each(FOR_ANY_USE)('%s: %s', (...refused) => expectRefusal(use, refused));

  it('more than 2^24 vertices or triangles', () => {
    const large = 3 * (2 ** 24 + 1);
    const vertices = thrownBy(() => checkMesh(square({ positions: new Float32Array(large) }), use));
    expect(vertices).toMatchObject({ code: 'TOO_MANY_VERTICES' });
    expect(String(vertices)).toContain('16777217 vertices; the limit is 16777216');
    const triangles = thrownBy(() => checkMesh(square({ triangles: new Uint16Array(large) }), use));
    expect(triangles).toMatchObject({ code: 'TOO_MANY_TRIANGLES' });
    expect(String(triangles)).toContain('16777217 triangles; the limit is 16777216');
  });
});

describe.each(FOR_SURFACES)('%s', (...refused) => {
  it('is refused in a deformable mesh', () => expectRefusal('deformable', refused));

  it('is legal in a rigid one', () => {
    const mesh = checkMesh(refused[2], 'rigid');
    expect([...mesh.triangles]).toEqual([...refused[2].triangles]);
  });
});

describe('a mesh is refused with', () => {
  it('a use that there is not', () => {
    expectRefusal('soft' as MeshUse, ['', 'BAD_SETTING', square(), ['"soft"', "'rigid' or 'deformable'"]]);
  });
});

function expectRefusal(use: MeshUse, [, code, input, says, index, limits]: Case): void {
  const before = [snapshot(input?.positions), snapshot(input?.triangles)];
  const error = thrownBy(() => checkMesh(input, use, limits));
  expect(error).toBeInstanceOf(FirstContactError);
  const { message, remedy } = error as FirstContactError;
  expect(error).toMatchObject({ code, index });
  for (const text of says) expect(message).toContain(text);
  expect(message.endsWith(`. ${remedy}`)).toBe(true);
  expect(remedy).toMatch(/^[A-Z].{15,}\.$/);
  expect([snapshot(input?.positions), snapshot(input?.triangles)]).toEqual(before);
}

function thrownBy(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  return undefined;
}

/** The bytes of a typed array, or a copy of anything else. A detached array has no bytes. */
function snapshot(value: unknown): unknown {
  if (!ArrayBuffer.isView(value)) return Array.isArray(value) ? [...value] : value;
  return value.byteLength === 0 ? 'no bytes' : new Uint8Array(value.buffer.slice(0));
}

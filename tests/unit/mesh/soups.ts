import fc from 'fast-check';

export interface Soup {
  readonly vertexCount: number;
  readonly triangles: Uint32Array;
}

/** Any triangles over a few vertices: duplicates, many faces at an edge and mixed winding are all frequent. */
export function soups(maxVertices = 12, maxTriangles = 24): fc.Arbitrary<Soup> {
  return fc.integer({ min: 3, max: maxVertices }).chain((vertexCount) =>
    fc
      .array(fc.uniqueArray(fc.nat(vertexCount - 1), { minLength: 3, maxLength: 3 }), {
        minLength: 1,
        maxLength: maxTriangles,
      })
      .map((faces) => ({ vertexCount, triangles: Uint32Array.from(faces.flat()) })),
  );
}

/** A surface with some triangles removed and some turned over: holes, pinched vertices and loose pieces. */
export function torn(triangles: Uint32Array, vertexCount: number): fc.Arbitrary<Soup> {
  const count = triangles.length / 3;
  const fates = fc.array(fc.constantFrom('keep', 'keep', 'drop', 'turn'), {
    minLength: count,
    maxLength: count,
  });
  return fates
    .filter((fate) => fate.some((f) => f !== 'drop'))
    .map((fate) => {
      const faces = fate.flatMap((f, t) => {
        const [a, b, c] = triangles.subarray(3 * t, 3 * t + 3);
        return f === 'drop' ? [] : f === 'turn' ? [a, c, b] : [a, b, c];
      });
      return { vertexCount, triangles: Uint32Array.from(faces) };
    });
}

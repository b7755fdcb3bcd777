import type { Connectivity } from './connectivity.js';

/** Large enough that a triangle's neighbourhood meets one or two patches, small enough to tell regions apart. */
const PATCH_VERTICES = 64;
const NO_PATCH = 0xffffffff;

/**
 * Cuts a mesh into connected patches of at most PATCH_VERTICES vertices, each grown breadth first beside the ones
 * before. Returns each vertex's patch.
 */
export function patchOfVertex(triangles: Uint32Array, mesh: Connectivity): Uint32Array {
  const { vertexCount, vertexFaceStart, vertexFaces } = mesh;
  const patch = new Uint32Array(vertexCount).fill(NO_PATCH);
  const reached = new Uint8Array(vertexCount);
  const queue = new Uint32Array(vertexCount);
  // Vertices on a finished patch's rim, where the next patch may begin; each enters once at most.
  const rim = new Uint32Array(vertexCount);
  let rimFirst = 0;
  let rimEnd = 0;
  let unseen = 0;
  for (let count = 0; ; count++) {
    while (rimFirst < rimEnd && patch[rim[rimFirst]] !== NO_PATCH) rimFirst++;
    while (unseen < vertexCount && patch[unseen] !== NO_PATCH) unseen++;
    if (unseen === vertexCount) return patch;
    queue[0] = rimFirst < rimEnd ? rim[rimFirst] : unseen;
    let end = 1;
    let first = 0;
    for (; first < end && first < PATCH_VERTICES; first++) {
      const vertex = queue[first];
      patch[vertex] = count;
      for (let i = vertexFaceStart[vertex]; i < vertexFaceStart[vertex + 1]; i++) {
        for (let k = 0; k < 3; k++) {
          const near = triangles[3 * vertexFaces[i] + k];
          if (patch[near] !== NO_PATCH || reached[near] === 1) continue;
          reached[near] = 1;
          queue[end++] = near;
        }
      }
    }
    for (; first < end; first++) {
      reached[queue[first]] = 0;
      if (rimEnd < vertexCount) rim[rimEnd++] = queue[first];
    }
  }
}

import { NONE } from '../kernels/layout/meshes.js';
import type { TriangleEdit } from './fracture-edit.js';
import type { GivenNumbers } from './given-numbers.js';
import type { EditedTriangles } from './matched-triangles.js';
import { inverseOf } from './tree-order.js';

/** An edit of a mesh that lies in an order of its own, in the numbers of that order. */
export interface EditInOrder {
  readonly edit: TriangleEdit;
  /** The numbers that everything was given with, afterwards, and the vertex that each of them is. */
  readonly numbers: GivenNumbers;
  readonly vertices: Uint32Array;
  /** What each triangle of before is afterwards, NONE where it is gone. */
  readonly newFace: Uint32Array;
  /** Triangles of before that have other corners now. */
  readonly changed: Uint32Array;
  /** New ones, by what they are afterwards. */
  readonly added: Uint32Array;
}

/**
 * Triangles keep their places. Where some go there are holes, in which those behind the new end come, and new ones; these two are told as
 * changed. New vertices come last, here as there.
 */
export function editInOrder(
  { triangles, source }: EditedTriangles,
  vertexCount: number,
  old: GivenNumbers,
  oldTriangles: Uint32Array,
): EditInOrder {
  const names = upTo(vertexCount);
  names.set(old.givenVertices);
  const vertices = inverseOf(names);
  const placeBefore = inverseOf(old.givenTriangles);
  const places = placesOf(source, placeBefore);
  const newFace = new Uint32Array(old.givenTriangles.length).fill(NONE);
  const isChanged = new Uint8Array(source.length);
  const changed: number[] = [];
  const added: number[] = [];
  for (let t = 0; t < source.length; t++) {
    const place = places[t];
    if (source[t] === NONE) {
      isChanged[place] = 1;
      added.push(place);
      continue;
    }
    const before = placeBefore[source[t]];
    newFace[before] = place;
    let hasOthers = false;
    for (let k = 0; k < 3; k++) hasOthers ||= vertices[triangles[3 * t + k]] !== oldTriangles[3 * before + k];
    if (hasOthers) changed.push(before);
    if (hasOthers || place !== before) isChanged[place] = 1;
  }
  const givenTriangles = inverseOf(places);
  return {
    edit: editAt(isChanged, givenTriangles, triangles, vertices),
    numbers: { givenVertices: names, givenTriangles },
    vertices,
    newFace,
    changed: Uint32Array.from(changed),
    added: Uint32Array.from(added),
  };
}

/** Where each triangle is afterwards, by the number that it is given with. */
function placesOf(source: Uint32Array, placeBefore: Uint32Array): Uint32Array {
  const count = source.length;
  const places = new Uint32Array(count).fill(NONE);
  const isTaken = new Uint8Array(count);
  for (let t = 0; t < count; t++) {
    const place = source[t] === NONE ? NONE : placeBefore[source[t]];
    if (place >= count) continue;
    places[t] = place;
    isTaken[place] = 1;
  }
  let free = 0;
  for (let t = 0; t < count; t++) {
    if (places[t] !== NONE) continue;
    while (isTaken[free] === 1) free++;
    places[t] = free++;
  }
  return places;
}

function editAt(
  isChanged: Uint8Array,
  givenTriangles: Uint32Array,
  triangles: Uint32Array,
  vertices: Uint32Array,
): TriangleEdit {
  const changed: number[] = [];
  const corners: number[] = [];
  for (let place = 0; place < isChanged.length; place++) {
    if (isChanged[place] === 0) continue;
    changed.push(place);
    for (let k = 0; k < 3; k++) corners.push(vertices[triangles[3 * givenTriangles[place] + k]]);
  }
  return {
    changed: Uint32Array.from(changed),
    corners: Uint32Array.from(corners),
    triangleCount: isChanged.length,
    vertexCount: vertices.length,
  };
}

function upTo(count: number): Uint32Array {
  const numbers = new Uint32Array(count);
  for (let i = 0; i < count; i++) numbers[i] = i;
  return numbers;
}

import { shown } from '../check-options.js';
import { type ErrorPlace, FirstContactError } from '../errors.js';
import { NONE } from '../kernels/layout/meshes.js';
import type { LocalConnectivity } from './connectivity.js';
import { edgeBetween, edgesAround } from './cut-fans.js';

/** What is cut: at least one of edges, path and faces. */
export interface CutLists {
  /** Edges by their numbers, as contacts name them. */
  readonly edges?: ArrayLike<number>;
  /** Vertices along which the cut goes: an edge joins each of them and the next. */
  readonly path?: ArrayLike<number>;
  /** Faces that are cut loose from all others. */
  readonly faces?: ArrayLike<number>;
}

export const CUT_LISTS = ['edges', 'path', 'faces'];

/** Refuses what is no list, and a cut of nothing. `place` says whose cut it is. */
export function checkCutLists({ edges, path, faces }: CutLists, place: ErrorPlace): void {
  const given = Object.entries({ edges, path, faces }).filter(([, list]) => list !== undefined);
  for (const [name, list] of given) {
    if (typeof list === 'object' && list !== null && typeof list.length === 'number') continue;
    throw new FirstContactError('BAD_SETTING', `${name} is ${shown(list)}`, 'Use a list of numbers.', place);
  }
  if (given.length > 0) return;
  throw new FirstContactError(
    'BAD_SETTING',
    'cut() is told nothing to cut',
    'Give edges, faces, or a path of vertices.',
    place,
  );
}

/** The edges that are to open, checked. */
export function chosenEdges(
  mesh: LocalConnectivity,
  { edges = [], faces = [], path = [] }: CutLists,
  place: ErrorPlace,
): Set<number> {
  checkNumbers('edges', edges, mesh.edgeCount, place);
  checkNumbers('faces', faces, mesh.triangleCount, place);
  checkNumbers('path', path, mesh.vertexCount, place);
  const chosen = edgesAround(mesh, Array.from(faces));
  for (let i = 0; i < edges.length; i++) chosen.add(edges[i]);
  for (let i = 0; i + 1 < path.length; i++) {
    const edge = edgeBetween(mesh, path[i], path[i + 1]);
    if (edge === NONE) throw noEdge(path[i], path[i + 1], i, place);
    chosen.add(edge);
  }
  return chosen;
}

function noEdge(a: number, b: number, index: number, place: ErrorPlace): FirstContactError {
  return new FirstContactError(
    'INDEX_OUT_OF_RANGE',
    `path[${index}] is vertex ${a} and the next one ${b}, and no edge joins them`,
    'Name vertices that are neighbours in the mesh as it is now: a cut gives vertices and edges new numbers.',
    { ...place, index },
  );
}

function checkNumbers(name: string, list: ArrayLike<number>, count: number, place: ErrorPlace): void {
  for (let index = 0; index < list.length; index++) {
    const number = list[index];
    if (Number.isInteger(number) && number >= 0 && number < count) continue;
    throw new FirstContactError(
      Number.isInteger(number) ? 'INDEX_OUT_OF_RANGE' : 'INDEX_NOT_INTEGER',
      `${name}[${index}] is ${shown(number)}, and the mesh has ${count}`,
      'Use numbers of the mesh as it is now, from 0.',
      { ...place, index },
    );
  }
}

import { shown } from '../check-options.js';
import { FirstContactError } from '../errors.js';
import { NONE } from '../kernels/layout/meshes.js';
import type { Connectivity } from '../mesh/connectivity.js';
import { edgeBetween, edgesAround } from '../mesh/cut-fans.js';

/** What is cut: at least one of edges, path and faces. */
export interface CutOptions {
  /** Edges by their numbers, as contacts name them. */
  readonly edges?: ArrayLike<number>;
  /** Vertices along which the cut goes: an edge joins each of them and the next. */
  readonly path?: ArrayLike<number>;
  /** Faces that are cut loose from all others. */
  readonly faces?: ArrayLike<number>;
  /** How far both sides of the cut are pulled apart: sides that touch would freeze. 1 % of the mean cut edge by default. */
  readonly gap?: number;
  /** What is separated becomes entities of its own, which is so by default, or stays with the rest. */
  readonly pieces?: 'entities' | 'together';
}

export const CUT_OPTIONS = ['edges', 'path', 'faces', 'gap', 'pieces'];

export function checkChoices({ gap, pieces, ...lists }: CutOptions, entity: number): void {
  if (gap !== undefined && !(gap > 0 && Number.isFinite(gap))) {
    throw new FirstContactError(
      'BAD_SETTING',
      `gap is ${shown(gap)}`,
      'Use metres, above 0: sides that touch would freeze.',
      { entity },
    );
  }
  if (pieces !== undefined && pieces !== 'entities' && pieces !== 'together') {
    throw new FirstContactError(
      'BAD_SETTING',
      `pieces is ${shown(pieces)}`,
      "Use 'entities' or 'together'.",
      {
        entity,
      },
    );
  }
  const given = Object.entries(lists).filter(([, list]) => list !== undefined);
  for (const [name, list] of given) {
    if (typeof list === 'object' && list !== null && typeof list.length === 'number') continue;
    throw new FirstContactError('BAD_SETTING', `${name} is ${shown(list)}`, 'Use a list of numbers.', {
      entity,
    });
  }
  if (given.length > 0) return;
  throw new FirstContactError(
    'BAD_SETTING',
    'cut() is told nothing to cut',
    'Give edges, faces, or a path of vertices.',
    { entity },
  );
}

/** The edges that are to open, checked. */
export function chosenEdges(
  mesh: Connectivity,
  { edges = [], faces = [], path = [] }: CutOptions,
  entity: number,
): Set<number> {
  checkNumbers('edges', edges, mesh.edgeCount, entity);
  checkNumbers('faces', faces, mesh.triangleCount, entity);
  checkNumbers('path', path, mesh.vertexCount, entity);
  const chosen = edgesAround(mesh, Array.from(faces));
  for (let i = 0; i < edges.length; i++) chosen.add(edges[i]);
  for (let i = 0; i + 1 < path.length; i++) {
    const edge = edgeBetween(mesh, path[i], path[i + 1]);
    if (edge === NONE) throw noEdge(path[i], path[i + 1], i, entity);
    chosen.add(edge);
  }
  return chosen;
}

function noEdge(a: number, b: number, index: number, entity: number): FirstContactError {
  return new FirstContactError(
    'INDEX_OUT_OF_RANGE',
    `path[${index}] is vertex ${a} and the next one ${b}, and no edge joins them`,
    'Name vertices that are neighbours in the mesh as it is now: a cut gives vertices and edges new numbers.',
    { entity, index },
  );
}

function checkNumbers(name: string, list: ArrayLike<number>, count: number, entity: number): void {
  for (let index = 0; index < list.length; index++) {
    const number = list[index];
    if (Number.isInteger(number) && number >= 0 && number < count) continue;
    throw new FirstContactError(
      Number.isInteger(number) ? 'INDEX_OUT_OF_RANGE' : 'INDEX_NOT_INTEGER',
      `${name}[${index}] is ${shown(number)}, and the mesh has ${count}`,
      'Use numbers of the mesh as it is now, from 0.',
      { entity, index },
    );
  }
}

import { NONE } from '../kernels/layout/meshes.js';
import { readMeshBlock } from '../mesh/mesh-block.js';
import { verticesOfPieces } from '../mesh/mesh-pieces.js';
import type { MeshId } from '../mesh/mesh-store.js';
import { edgeOf } from './block-edges.js';
import { type Feature, type FeatureKind, renameContacts } from './carry-contacts.js';
import type { StepContext } from './context.js';

/** What of a mesh that breaks is in which of its pieces. */
export interface BrokenMesh {
  /** For each piece, the whole's vertex that each of its vertices is. */
  readonly vertices: readonly Uint32Array[];
  /** The piece of each of the whole's triangles. */
  readonly pieceOf: Uint32Array;
  readonly edges: Uint32Array;
}

/** Copies: memory may grow. */
export function readBroken({ core, meshes }: StepContext, whole: MeshId): BrokenMesh {
  const { arena } = core;
  const block = readMeshBlock(arena.memory.buffer, arena.address(meshes.record(whole).block));
  const triangles = block.triangles.slice();
  const pieceOf = (block.pieceOf ?? new Uint32Array(triangles.length / 3)).slice();
  const vertices = verticesOfPieces(triangles, pieceOf, meshes.piecesOf(whole).length);
  return { vertices, pieceOf, edges: block.edges.slice() };
}

/**
 * What broke bears anything now, and contacts of the last step that name its features name those of its pieces. `entities` are in
 * the order in which `order` names the mesh's pieces; the first of them broke.
 */
export function endBreak(
  context: StepContext,
  broken: BrokenMesh,
  entities: readonly number[],
  order: readonly number[],
): void {
  const { impulse, strength } = context.components.Breaking;
  for (const each of entities) {
    strength[each] = Number.POSITIVE_INFINITY;
    impulse[each] = 0;
  }
  const byPiece = order.map((_, piece) => entities[order.indexOf(piece)]);
  carryToPieces(context, entities[0], broken, byPiece);
}

/** Contacts of the last step that name features of what broke name those of its pieces; `entities` by piece. */
function carryToPieces(
  context: StepContext,
  entity: number,
  { edges, pieceOf, vertices }: BrokenMesh,
  entities: readonly number[],
): void {
  const { a, b, count } = context.contacts;
  let isNamed = false;
  for (let i = 0; i < count && !isNamed; i++) isNamed = a[i] === entity || b[i] === entity;
  if (!isNamed) return;
  const pieceOfVertex = new Map<number, number>();
  const numberOf = new Map<number, number>();
  vertices.forEach((own, piece) => {
    own.forEach((vertex, i) => {
      pieceOfVertex.set(vertex, piece);
      numberOf.set(vertex, i);
    });
  });
  const faceNumbers = numbersWithin(pieceOf, vertices.length);
  renameContacts(context, entity, (kind: FeatureKind, feature: number): Feature[] => {
    if (kind === 'face')
      return [{ entity: entities[pieceOf[feature]], feature: faceNumbers[feature], isTurned: false }];
    const first = kind === 'vertex' ? feature : edges[2 * feature];
    const piece = pieceOfVertex.get(first);
    if (piece === undefined) return []; // a vertex that no triangle has
    const one = numberOf.get(first) as number;
    if (kind === 'vertex') return [{ entity: entities[piece], feature: one, isTurned: false }];
    const other = numberOf.get(edges[2 * feature + 1]) as number;
    const edge = edgeOf(context, context.colliders.mesh[entities[piece]], one, other);
    return edge === NONE ? [] : [{ entity: entities[piece], feature: edge, isTurned: one > other }];
  });
}

/** The how-manieth of its piece each triangle is. */
function numbersWithin(pieceOf: Uint32Array, count: number): Uint32Array {
  const next = new Uint32Array(count);
  return pieceOf.map((piece) => next[piece]++);
}

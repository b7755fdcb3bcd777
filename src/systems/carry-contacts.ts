import { NONE } from '../kernels/layout/meshes.js';
import { KIND_EDGE_EDGE, KIND_FACE_VERTEX, KIND_VERTEX_FACE } from '../kernels/layout/search.js';
import type { LocalConnectivity } from '../mesh/connectivity.js';
import { edgeBetween } from '../mesh/cut-fans.js';
import type { PieceNumbers } from '../mesh/cut-pieces.js';
import { indexContacts } from './contact-index.js';
import type { ContactList } from './contact-list.js';
import type { StepContext } from './context.js';

/** What a cut made of a body's features. */
export interface CutFeatures {
  readonly entity: number;
  /** What it is now: an entity a piece. */
  readonly entities: readonly number[];
  /** The vertices that each edge joined that a contact names. */
  readonly endsOf: ReadonlyMap<number, readonly [number, number]>;
  readonly after: LocalConnectivity;
  /** The vertex that each new one is a copy of. */
  readonly source: Uint32Array;
  /** The piece of each face, and the numbers of everything in its piece; undefined where it is one piece still. */
  readonly separated?: { readonly ofTriangle: Uint32Array; readonly numbers: PieceNumbers } | undefined;
}

/** What a feature of a body that was taken apart is called now, once for each copy of it. */
export type Renaming = (kind: FeatureKind, feature: number) => readonly Feature[];

export interface Feature {
  readonly entity: number;
  readonly feature: number;
  /** An edge that runs the other way. */
  readonly isTurned: boolean;
}

interface Carried {
  readonly from: number;
  /** Of its impulse: copies share it. */
  readonly share: number;
  readonly kind: number;
  readonly a: Feature;
  readonly b: Feature;
  readonly isSwapped: boolean;
}

/**
 * Contacts of the last step name the features of what was cut: they get their new names. One at a vertex or an edge that
 * was split is there once for each copy.
 */
export function carryContacts(context: StepContext, cut: CutFeatures): void {
  const copies = copiesByVertex(cut);
  renameContacts(context, cut.entity, (kind, feature) => featuresOf(cut, copies, kind, feature));
}

/** The ends of the edges of an entity that contacts of the last step name. */
export function namedByContacts(
  { contacts }: StepContext,
  entity: number,
  edges: Uint32Array,
): CutFeatures['endsOf'] {
  const ends = new Map<number, readonly [number, number]>();
  const note = (edge: number) => ends.set(edge, [edges[2 * edge], edges[2 * edge + 1]]);
  for (let i = 0; i < contacts.count; i++) {
    if (contacts.kind[i] !== KIND_EDGE_EDGE) continue;
    if (contacts.a[i] === entity) note(contacts.featureA[i]);
    if (contacts.b[i] === entity) note(contacts.featureB[i]);
  }
  return ends;
}

/** Gives the contacts of the last step that name features of an entity the names that those have now. */
export function renameContacts(context: StepContext, entity: number, rename: Renaming): void {
  const { colliders, contacts } = context;
  const place = new Map<number, number>();
  for (let i = 0; i < colliders.count; i++) place.set(colliders.order[i], i);
  const namesOf = (of: number, kind: FeatureKind, feature: number): readonly Feature[] =>
    of === entity ? rename(kind, feature) : [{ entity: of, feature, isTurned: false }];
  const carried: Carried[] = [];
  for (let i = 0; i < contacts.count; i++) {
    const kind = contacts.kind[i];
    const as = namesOf(contacts.a[i], firstKind(kind), contacts.featureA[i]);
    const bs = namesOf(contacts.b[i], secondKind(kind), contacts.featureB[i]);
    const share = 1 / (as.length * bs.length);
    for (const a of as) {
      for (const b of bs) {
        const isSwapped = (place.get(a.entity) ?? 0) > (place.get(b.entity) ?? 0);
        carried.push(
          isSwapped
            ? { from: i, share, kind: swapped(kind), a: b, b: a, isSwapped }
            : { from: i, share, kind, a, b, isSwapped },
        );
      }
    }
  }
  const at = (entity: number) => place.get(entity) ?? 0;
  carried.sort(
    (p, q) =>
      at(p.a.entity) - at(q.a.entity) ||
      at(p.b.entity) - at(q.b.entity) ||
      p.kind - q.kind ||
      p.a.feature - q.a.feature ||
      p.b.feature - q.b.feature,
  );
  write(contacts, carried);
  indexContacts(context);
}

export type FeatureKind = 'vertex' | 'face' | 'edge';

function firstKind(kind: number): FeatureKind {
  if (kind === KIND_EDGE_EDGE) return 'edge';
  return kind === KIND_FACE_VERTEX ? 'face' : 'vertex';
}

function secondKind(kind: number): FeatureKind {
  return firstKind(swapped(kind));
}

function swapped(kind: number): number {
  if (kind === KIND_EDGE_EDGE) return kind;
  return kind === KIND_FACE_VERTEX ? KIND_VERTEX_FACE : KIND_FACE_VERTEX;
}

function copiesByVertex({ after, source }: CutFeatures): Map<number, number[]> {
  const copies = new Map<number, number[]>();
  source.forEach((vertex, i) => {
    const known = copies.get(vertex) ?? [vertex];
    known.push(after.vertexCount - source.length + i);
    copies.set(vertex, known);
  });
  return copies;
}

function featuresOf(
  cut: CutFeatures,
  copies: ReadonlyMap<number, readonly number[]>,
  kind: FeatureKind,
  feature: number,
): Feature[] {
  if (kind === 'face') return [named(cut, kind, feature, false)];
  const of = (vertex: number) => copies.get(vertex) ?? [vertex];
  if (kind === 'vertex') return of(feature).map((vertex) => named(cut, kind, vertex, false));
  const found: Feature[] = [];
  const [one, other] = cut.endsOf.get(feature) as readonly [number, number];
  for (const a of of(one)) {
    for (const b of of(other)) {
      const edge = edgeBetween(cut.after, a, b);
      if (edge !== NONE) found.push(named(cut, kind, edge, a > b));
    }
  }
  return found;
}

/** A feature of the whole after the cut, by the name that it has in its piece. */
function named(
  { after, entities, separated }: CutFeatures,
  kind: FeatureKind,
  feature: number,
  isTurned: boolean,
): Feature {
  if (separated === undefined) return { entity: entities[0], feature, isTurned };
  const { newEdge, newFace, newVertex } = separated.numbers;
  const face = {
    face: () => feature,
    edge: () => after.edgeFaces[2 * feature],
    vertex: () => after.vertexFaces[after.vertexFaceStart[feature]],
  }[kind]();
  const names = { face: newFace, edge: newEdge, vertex: newVertex }[kind];
  return { entity: entities[separated.ofTriangle[face]], feature: names[feature], isTurned };
}

function write(contacts: ContactList, carried: readonly Carried[]): void {
  const time = contacts.time.slice(0, contacts.count);
  const weights = contacts.weights.slice(0, 4 * contacts.count);
  const normals = contacts.normals.slice(0, 3 * contacts.count);
  const impulse = contacts.impulse.slice(0, contacts.count);
  contacts.count = 0;
  contacts.makeRoom(carried.length);
  carried.forEach(({ a, b, from, isSwapped, kind, share }, i) => {
    contacts.kind[i] = kind;
    contacts.a[i] = a.entity;
    contacts.b[i] = b.entity;
    contacts.featureA[i] = a.feature;
    contacts.featureB[i] = b.feature;
    contacts.time[i] = time[from];
    contacts.impulse[i] = share * impulse[from];
    for (let k = 0; k < 4; k++) {
      contacts.weights[4 * i + k] =
        weights[4 * from + (kind === KIND_EDGE_EDGE ? weightAt(k, a, b, isSwapped) : k)];
    }
    // no negative zeros
    for (let k = 0; k < 3; k++) {
      contacts.normals[3 * i + k] = isSwapped ? 0 - normals[3 * from + k] : normals[3 * from + k];
    }
  });
  contacts.count = carried.length;
}

/** Where the weight of end k (two of a, then two of b) was among the contact's weights. */
function weightAt(k: number, a: Feature, b: Feature, isSwapped: boolean): number {
  const isTurned = k < 2 ? a.isTurned : b.isTurned;
  const end = isTurned ? 1 - (k % 2) : k % 2;
  return k < 2 !== isSwapped ? end : 2 + end;
}

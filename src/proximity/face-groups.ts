import { connect } from '../mesh/connectivity.js';
import { patchOfVertex } from '../mesh/patches.js';
import { drain } from '../mesh/steps.js';
import { type FaceMesh, fanTriangles } from './face-mesh.js';
import type { FaceTree } from './face-tree.js';

/** A node whose faces lie in more groups than this has groups that are not adjacent, or counts as if it had. */
const MOST_GROUPS = 8;

/**
 * Mezger 5.1: groups of faces that are close on the surface, and which of them are adjacent. Where faces of a node lie in groups
 * that are not, a flat normal cone says nothing.
 */
export class FaceGroups {
  readonly ofFace: Uint32Array;
  /** 1 for nodes all of whose groups are adjacent to each other. */
  readonly isCompact: Uint8Array;
  readonly #adjacent = new Set<number>();
  readonly #count: number;

  constructor({ corners, faces, positions }: FaceMesh, { count, face, first }: FaceTree) {
    const fan = corners - 2;
    const triangles = fanTriangles(faces, corners);
    const mesh = drain(connect(triangles, positions.length / 3));
    const patch = patchOfVertex(triangles, mesh);
    this.ofFace = Uint32Array.from({ length: faces.length / corners }, (_, f) => patch[faces[corners * f]]);
    this.#count = 1 + this.ofFace.reduce((most, group) => Math.max(most, group), 0);
    for (let v = 0; v < mesh.vertexCount; v++) {
      const groups = new Set<number>();
      for (let i = mesh.vertexFaceStart[v]; i < mesh.vertexFaceStart[v + 1]; i++) {
        groups.add(this.ofFace[Math.floor(mesh.vertexFaces[i] / fan)]);
      }
      for (const a of groups) for (const b of groups) this.#adjacent.add(this.#key(a, b));
    }
    this.isCompact = new Uint8Array(first.length);
    const groups: (number[] | undefined)[] = new Array(first.length);
    for (let node = first.length - 1; node >= 0; node--) {
      const own = new Set<number>();
      let isKnown = true;
      if (count[node] === 0) own.add(this.ofFace[face[node]]);
      for (let i = first[node]; i < first[node] + count[node]; i++) {
        const theirs = groups[i];
        if (theirs === undefined) isKnown = false;
        else for (const group of theirs) own.add(group);
      }
      if (!isKnown || own.size > MOST_GROUPS) continue;
      const list = [...own];
      groups[node] = list;
      this.isCompact[node] = list.every((a) => list.every((b) => this.areNear(a, b))) ? 1 : 0;
    }
  }

  /** The same group, or adjacent ones. */
  areNear(a: number, b: number): boolean {
    return a === b || this.#adjacent.has(this.#key(a, b));
  }

  #key(a: number, b: number): number {
    return a * this.#count + b;
  }
}

import { checkOptions } from '../check-options.js';
import { CUT_LISTS, type CutLists, checkCutLists, chosenEdges } from '../mesh/cut-choice.js';
import { splitFans } from '../mesh/cut-fans.js';
import { POSITION_KINDS, refuseOtherKinds } from '../mesh/input-arrays.js';
import { cutTriangles, matchTriangles } from '../mesh/matched-triangles.js';
import type { MeshInput } from '../mesh/types.js';
import { checkMesh } from '../mesh/validate.js';
import type { ColliderBody } from './collider-body.js';

/** What a cut came to. */
export interface ColliderCut {
  /** How many vertices there are more than before: 0 where nothing opened, as for one edge inside a surface, which opens when a later cut reaches it. */
  readonly opened: number;
  /** The vertex that each new one is a copy of: the first new one has the first number behind the old ones. */
  readonly source: Uint32Array;
}

export function cutCollider(body: ColliderBody, lists: CutLists): ColliderCut {
  const old = body.asGiven;
  checkOptions('cut()', lists, CUT_LISTS);
  checkCutLists(lists, {});
  const edit = splitFans(old.triangles, old.mesh, chosenEdges(old.mesh, lists, {}), body.cutSides);
  const { source } = edit;
  if (source.length > 0) {
    const { ends } = body;
    const positions = new Float64Array(3 * edit.vertexCount);
    positions.set(ends);
    for (let i = ends.length; i < positions.length; i++) {
      const copy = (i - ends.length) / 3;
      positions[i] = ends[3 * source[Math.floor(copy)] + (i % 3)];
    }
    body.edit(cutTriangles(old.triangles, edit), positions);
  }
  body.cutSides = edit.cutSides;
  return { opened: source.length, source };
}

export function changeTriangles(
  body: ColliderBody,
  triangles: MeshInput['triangles'],
  added: MeshInput['positions'],
): void {
  const { triangles: before } = body;
  refuseOtherKinds('added', added, POSITION_KINDS);
  const { ends } = body;
  const positions = new Float64Array(ends.length + added.length);
  positions.set(ends);
  positions.set(added, ends.length);
  const mesh = checkMesh({ positions, triangles }, 'rigid');
  body.edit(matchTriangles(before, mesh.triangles), mesh.positions);
}

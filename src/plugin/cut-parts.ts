import { BLOCK_TREE_LINKS, NONE } from '../kernels/layout/meshes.js';
import { blockWords } from '../mesh/block-connectivity.js';
import { bvhNodeCount } from '../mesh/bvh-build.js';
import { connect } from '../mesh/connectivity.js';
import { sectionsOf } from '../mesh/cut-block.js';
import { extractPieces, type Piece, separatedPieces, staysWhole } from '../mesh/cut-pieces.js';
import { TreeCutter, type TreeWithRegions } from '../mesh/cut-tree.js';
import { massProperties, NO_SOLID } from '../mesh/mass-properties.js';
import { drain } from '../mesh/steps.js';
import type { StepContext } from '../systems/context.js';
import { replaceByWhole } from '../systems/deformable-whole.js';
import type { CutState } from '../systems/pieces-as-bodies.js';
import type { Opened } from './opened.js';

/** The deformable goes on as one, with the block that the cut was written to. */
export function goOnWhole(context: StepContext, opened: Opened): void {
  const { meshes } = context;
  const { edit, entity, made, rim, ways } = opened;
  const { mesh, positions, triangles } = opened.mesh;
  const { vertexCount } = mesh;
  const solid = mesh.edgeFaces.includes(NONE)
    ? NO_SOLID
    : drain(massProperties(positions, triangles, drain(connect(triangles, vertexCount))));
  // what is pulled towards the middle of faces comes no farther from the origin
  const { radius } = meshes.record(context.colliders.mesh[entity]);
  const id = meshes.addBlock(made.room.keep(), { radius, solid });
  const { cutSides, source } = edit;
  try {
    replaceByWhole(context, entity, { mesh: id, source, rim, ways, cutSides, leaves: made.leaves });
  } catch (error) {
    meshes.removeUnclaimed();
    throw error;
  }
}

/** What a cut has separated, the largest piece first: copies. Undefined where it is one still. */
export function takeApart(context: StepContext, opened: Opened) {
  const { edit, made } = opened;
  const whole = opened.mesh;
  const { mesh, triangles } = whole;
  if (staysWhole(triangles, mesh, edit.source)) return undefined;
  const separated = separatedPieces(triangles, mesh, edit.source);
  if (separated.count === 1) return undefined;
  const { pieces, numbers } = extractPieces(whole, separated);
  const nodeCount = bvhNodeCount(mesh.triangleCount);
  const links = blockWords(context.core.arena, made.room.address, BLOCK_TREE_LINKS, 2 * nodeCount);
  const tree = { child: links.subarray(0, nodeCount), meta: links.subarray(nodeCount) };
  const cutter = new TreeCutter({ tree, flat: made.flat }, separated.ofTriangle, numbers);
  return {
    pieces,
    states: pieces.map((piece, i) =>
      stateOf(context, opened, piece, cutter.piece(i, piece.mesh.triangleCount)),
    ),
    separated: { ofTriangle: separated.ofTriangle, numbers },
  };
}

function stateOf(
  { colliders, core }: StepContext,
  opened: Opened,
  piece: Piece,
  tree: TreeWithRegions,
): CutState {
  const { faces, vertices } = piece;
  const { edit, entity, rim, ways } = opened;
  const { f64, u8 } = core.arena;
  const motion = core.arena.address(colliders.motion[entity]);
  const old = edit.vertexCount - edit.source.length;
  const pins = motion + 24 * old;
  const first = core.arena.address(colliders.vertices[entity]) / 8;
  const { positions } = opened.mesh;
  const rest = new Float64Array(3 * vertices.length);
  const velocities = new Float64Array(rest.length);
  const swept = new Float64Array(2 * rest.length);
  const pinned = new Uint8Array(vertices.length);
  let next = 0;
  for (let v = 0; v < vertices.length; v++) {
    const vertex = vertices[v];
    const from = vertex < old ? vertex : edit.source[vertex - old];
    // both lists are ascending
    while (next < rim.length && rim[next] < vertex) next++;
    const isMoved = next < rim.length && rim[next] === vertex;
    pinned[v] = u8[pins + from];
    for (let k = 0; k < 3; k++) {
      rest[3 * v + k] = positions[3 * vertex + k];
      velocities[3 * v + k] = f64[motion / 8 + 3 * from + k];
      const way = isMoved ? ways[3 * next + k] : 0;
      for (let end = 2 * k; end < 2 * k + 2; end++) swept[6 * v + end] = f64[first + 6 * from + end] + way;
    }
  }
  const cutSides = Uint8Array.from(faces, (face) => edit.cutSides[face]);
  return { mesh: sectionsOf(piece, rest, tree), swept, velocities, pinned, cutSides };
}

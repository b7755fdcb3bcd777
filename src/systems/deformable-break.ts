import { readMeshBlock } from '../mesh/mesh-block.js';
import { shellProperties } from '../mesh/shell-properties.js';
import type { Break } from './break.js';
import { endBreak, readBroken } from './broken-mesh.js';
import type { StepContext } from './context.js';
import { type DeformablePiece, replaceByPieces } from './deformable-pieces.js';
import { type MovingPiece, replaceByBodies } from './pieces-as-bodies.js';

/**
 * Takes a deformable apart into the pieces that its mesh was loaded with: the one with the largest area at rest is what the entity is
 * from now on, the others are entities of their own. Each vertex stays where it is and goes on as it went.
 */
export function breakDeformable(context: StepContext, entity: number): Break {
  const { colliders, components, meshes } = context;
  const whole = colliders.mesh[entity];
  const ids = meshes.piecesOf(whole);
  const broken = readBroken(context, whole);
  const areas = ids.map((id) => shellProperties(blockOf(context, id)).volume);
  // equal ones in the order of their labels
  const order = ids.map((_, i) => i).sort((i, j) => areas[j] - areas[i] || i - j);
  const impulse = components.Breaking.impulse[entity];
  const states = order.map((i) => stateOf(context, entity, broken.vertices[i]));
  let entities: number[];
  if (meshes.record(ids[0]).use === 'deformable') {
    const pieces = states.map((state, k): DeformablePiece => ({ ...state, mesh: ids[order[k]] }));
    entities = replaceByPieces(context, entity, pieces);
  } else {
    const pieces = states.map((state, k): MovingPiece => {
      const { positions, triangles } = blockOf(context, ids[order[k]]);
      return { ...state, rest: positions.slice(), triangles: triangles.slice() };
    });
    entities = replaceByBodies(context, entity, pieces);
  }
  endBreak(context, broken, entities, order);
  context.stitches?.follow(
    context,
    entity,
    entities.map((each, k) => ({ entity: each, vertices: broken.vertices[order[k]] })),
  );
  return { entity, pieces: entities, impulse };
}

function blockOf({ core, meshes }: StepContext, mesh: number) {
  return readMeshBlock(core.arena.memory.buffer, core.arena.address(meshes.record(mesh).block));
}

/** Where some of a deformable's vertices are and go, how fast, and which are pinned. */
function stateOf({ colliders, core, meshes }: StepContext, entity: number, vertices: Uint32Array) {
  const { arena } = core;
  const { vertexCount } = meshes.record(colliders.mesh[entity]);
  const swept = arena.address(colliders.vertices[entity]) / 8;
  const motion = arena.address(colliders.motion[entity]);
  const some = (from: number, width: number) =>
    Float64Array.from(
      { length: width * vertices.length },
      (_, i) => arena.f64[from + width * vertices[Math.floor(i / width)] + (i % width)],
    );
  return {
    swept: some(swept, 6),
    velocities: some(motion / 8, 3),
    pinned: Uint8Array.from(vertices, (vertex) => arena.u8[motion + 24 * vertexCount + vertex]),
  };
}

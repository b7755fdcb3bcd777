import { shown } from '../check-options.js';
import { FirstContactError } from '../errors.js';
import { buildMeshNow, type MeshInput, type MeshUse } from '../mesh/index.js';
import { breakable, partOfTriangle } from '../mesh/mesh-pieces.js';
import type { MeshId } from '../mesh/mesh-store.js';
import { checkMesh } from '../mesh/validate.js';
import { BodyMotion } from '../rigid/motion.js';
import { defaultTolerance, INITIAL_OVERLAP } from '../rigid/queries.js';
import { THICKNESS, TOLERANCE } from '../rigid/settings.js';
import type { StepContext } from '../systems/context.js';
import type { LoadOptions } from './load-options.js';
import { buildingOf } from './mesh-building.js';

/** Loads a mesh with the pieces that bodies break into: all that a break needs is made now. */
export function loadBreakable(
  context: StepContext,
  input: MeshInput,
  options: LoadOptions & Required<Pick<LoadOptions, 'pieces'>>,
): MeshId {
  const { gap, pieces, use = 'rigid', as: become = use } = options;
  const mesh = checkMesh(input, use);
  checkChoices(become, gap);
  const labels =
    pieces === 'components' ? partOfTriangle(mesh) : checkedLabels(pieces, mesh.triangles.length / 3);
  const parts = breakable(mesh, labels, gap);
  if (parts.pieces.length < 2) {
    throw new FirstContactError(
      'BAD_SETTING',
      `The mesh of ${mesh.triangles.length / 3} triangles has one piece`,
      'Number triangles by the piece that they belong to, or leave pieces out.',
    );
  }
  const { meshes } = context;
  const building = { ...options, ...buildingOf(context, use, options.meetsDeformables) };
  const ofPieces = { ...options, ...buildingOf(context, become, options.meetsDeformables) };
  const id = meshes.addBreakable(
    { ...buildMeshNow(parts.whole, use, building), pieceOf: parts.pieceOf },
    use,
    parts.pieces.map((piece) => buildMeshNow(piece, become, ofPieces)),
    become,
  );
  try {
    refuseTouching(context, meshes.piecesOf(id));
  } catch (error) {
    meshes.unload(id);
    meshes.removeUnclaimed();
    throw error;
  }
  if (become !== 'rigid') for (const piece of meshes.piecesOf(id)) meshes.freeShape(piece);
  return id;
}

function checkChoices(become: MeshUse, gap: number | undefined): void {
  if (become !== 'rigid' && become !== 'deformable') {
    throw new FirstContactError(
      'BAD_SETTING',
      `as is ${shown(become)}`,
      "Use 'rigid' or 'deformable'; pieces are as the whole unless it is said.",
    );
  }
  if (gap === undefined || (gap > 0 && Number.isFinite(gap))) return;
  throw new FirstContactError(
    'BAD_SETTING',
    `gap is ${shown(gap)}`,
    'Use metres, above 0: pieces that touch would freeze.',
  );
}

function checkedLabels(pieces: ArrayLike<number>, triangleCount: number): Uint32Array {
  if (typeof pieces !== 'object' || pieces === null || pieces.length !== triangleCount) {
    throw new FirstContactError(
      'BAD_SETTING',
      `pieces is ${typeof pieces === 'object' && pieces !== null ? `a list of ${pieces.length}` : shown(pieces)}, and the mesh has ${triangleCount} triangles`,
      "Give a number for each triangle, or 'components'.",
    );
  }
  for (let index = 0; index < pieces.length; index++) {
    if (Number.isInteger(pieces[index]) && pieces[index] >= 0 && pieces[index] <= 0xffffffff) continue;
    throw new FirstContactError(
      'INDEX_NOT_INTEGER',
      `pieces[${index}] is ${shown(pieces[index])}`,
      'Number pieces from 0.',
      { index },
    );
  }
  return Uint32Array.from(pieces);
}

/** Gaps must not vanish where poses are rounded to f32, as Rapier does. */
const ROUNDING = 2 ** -21;

/** Pieces never start in overlap: the exact distance of each two, where they are in the whole. */
function refuseTouching(context: StepContext, pieces: readonly MeshId[]): void {
  const { meshes, rigid } = context;
  const [one, other] = [new BodyMotion(), new BodyMotion()];
  for (const motion of [one, other]) motion.start.rotation[3] = 1;
  const shapes = pieces.map((id) => meshes.shape(id));
  for (let i = 0; i < shapes.length; i++) {
    for (let k = i + 1; k < shapes.length; k++) {
      const [a, b] = [shapes[i], shapes[k]];
      const way = a.centre.map((x, axis) => x - b.centre[axis]);
      const apart = Math.sqrt(way.reduce((sum, x) => sum + x * x, 0));
      if (apart > a.radius + b.radius) continue;
      rigid.settings.method = 'earliest-first';
      rigid.settings.fractions[TOLERANCE] = defaultTolerance(a, b);
      rigid.settings.fractions[THICKNESS] = 0;
      rigid.begin(a, one, b, other);
      const least = ROUNDING * Math.max(meshes.record(pieces[i]).radius, meshes.record(pieces[k]).radius);
      const state = rigid.distance();
      const distance = state === INITIAL_OVERLAP ? 0 : rigid.closest.distance[0];
      if (distance > least) continue;
      throw new FirstContactError(
        'PIECES_TOUCH',
        `Pieces ${i} and ${k} are ${distance} m apart, and must be more than ${least} m: triangle ${rigid.closest.triangleA[0]} of the one and ${rigid.closest.triangleB[0]} of the other`,
        'Leave a gap between pieces (the option gap pulls apart what shares vertices), or join the two.',
        { index: i },
      );
    }
  }
}

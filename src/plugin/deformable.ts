import { checkOptions } from '../check-options.js';
import type { CollisionSettings } from '../components/index.js';
import { FirstContactError } from '../errors.js';
import { DEFORMABLE } from '../systems/colliders.js';
import type { StepContext } from '../systems/context.js';
import { requirePart } from '../systems/parts.js';
import type { Row, RowOf } from '../systems/rows.js';
import { type ClothOptions, checkedCloth } from './cloth-options.js';
import {
  addCollider,
  checkCanEnter,
  checkStrength,
  chosenMesh,
  MESH_OPTIONS,
  type MeshChoice,
  type NewRow,
  WELDING_MAPS,
} from './entities.js';

/** What `addDeformable` takes. */
export type DeformableOptions = MeshChoice & {
  /** Columns of CollisionSettings. */
  readonly settings?: RowOf<CollisionSettings>;
  /** Newton seconds of contact in one step above which it breaks, where its mesh was loaded with pieces. With `cloth`. */
  readonly strength?: number;
  /** The cloth solver moves it. */
  readonly cloth?: ClothOptions;
};

/** Makes the entity a deformable collider. Its vertices start where those of the mesh are. */
export function addDeformable(context: StepContext, entity: number, options: DeformableOptions): void {
  checkOptions(
    'addDeformable()',
    options,
    [...MESH_OPTIONS, 'settings', 'strength', 'cloth'],
    entity,
    WELDING_MAPS,
  );
  const { cloth, settings, strength } = options;
  const { Breaking, Cloth, Deformable } = context.components;
  if (cloth !== undefined)
    requirePart(context.parts, 'cloth', 'addDeformable() with the option cloth', entity);
  checkCanEnter(context, entity, settings);
  if (strength !== undefined) checkStrength(context, entity, options, strength);
  const mesh = chosenMesh(context, entity, options, DEFORMABLE);
  const checked = cloth === undefined ? undefined : checkedCloth(context, entity, cloth, mesh);
  const rows: NewRow[] = [[Deformable, {}]];
  if (checked !== undefined) {
    if (isGlued(context, options)) checkGlue(entity, checked.row);
    rows.push([Cloth, checked.row]);
  } else if (strength !== undefined) throw nothingPushes(entity);
  if (strength !== undefined) rows.push([Breaking, { strength }]);
  addCollider(context, entity, DEFORMABLE, mesh, settings, rows);
  if (checked === undefined) return;
  context.pins.set(entity, checked.pins);
  context.starts.set(entity, checked.start);
}

function isGlued({ meshes }: StepContext, choice: MeshChoice): boolean {
  return 'mesh' in choice && meshes.piecesOf(choice.mesh).length > 0;
}

/** Pieces share no vertices: one shape is what holds them together. */
function checkGlue(entity: number, { shapeStiffness = 0 }: Row): void {
  if (shapeStiffness > 0) return;
  throw new FirstContactError(
    'BAD_SETTING',
    'The mesh was loaded with pieces, and nothing holds them together: cloth.shapeStiffness is 0',
    'Give cloth.shapeStiffness, up to 1; cloth that is torn along its edges has cloth.tearing.',
    { entity },
  );
}

function nothingPushes(entity: number): FirstContactError {
  return new FirstContactError(
    'BAD_SETTING',
    'The deformable has a strength, and nobody simulates it',
    'Give cloth too, or call break() when it is to break.',
    { entity },
  );
}

import { checkOptions } from '../check-options.js';
import type { CollisionSettings } from '../components/index.js';
import { DEFORMABLE } from '../systems/colliders.js';
import type { StepContext } from '../systems/context.js';
import { requirePart } from '../systems/parts.js';
import type { RowOf } from '../systems/rows.js';
import { type ClothOptions, checkedCloth } from './cloth-options.js';
import {
  addCollider,
  checkCanEnter,
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
  /** The cloth solver moves it. */
  readonly cloth?: ClothOptions;
};

/** Makes the entity a deformable collider. Its vertices start where those of the mesh are. */
export function addDeformable(context: StepContext, entity: number, options: DeformableOptions): void {
  checkOptions('addDeformable()', options, [...MESH_OPTIONS, 'settings', 'cloth'], entity, WELDING_MAPS);
  const { cloth, settings } = options;
  const { Cloth, Deformable } = context.components;
  if (cloth !== undefined)
    requirePart(context.parts, 'cloth', 'addDeformable() with the option cloth', entity);
  checkCanEnter(context, entity, settings);
  const mesh = chosenMesh(context, entity, options, DEFORMABLE);
  const checked = cloth === undefined ? undefined : checkedCloth(context, entity, cloth, mesh);
  const rows: NewRow[] = [[Deformable, {}]];
  if (checked !== undefined) rows.push([Cloth, checked.row]);
  addCollider(context, entity, DEFORMABLE, mesh, settings, rows);
  if (checked === undefined) return;
  context.pins.set(entity, checked.pins);
  context.starts.set(entity, checked.start);
}

import { checkOptions, shown } from '../check-options.js';
import type { Cloth } from '../components/index.js';
import { aboutEntity, FirstContactError } from '../errors.js';
import { INDEX_KINDS, refuseDetached, refuseOtherKinds } from '../mesh/input-arrays.js';
import type { MassProperties } from '../mesh/mass-properties.js';
import { checkClothNumber, checkTearing } from '../systems/check-cloth.js';
import type { StepContext } from '../systems/context.js';
import { requirePart } from '../systems/parts.js';
import type { Row, RowOf } from '../systems/rows.js';
import { STARTS, type Start } from '../systems/start.js';
import { chosenNames, type NOT_CHOSEN } from './cloth-columns.js';

/** How a deformable moves by itself; all of it has a default. */
export type ClothOptions = RowOf<Omit<Cloth, (typeof NOT_CHOSEN)[number]>> & {
  /** Vertices that stay where they are, or go where `moveVertices` says. */
  readonly pins?: readonly number[] | Uint32Array;
  /**
   * What is done where it starts tangled with itself or others: 'report' (by default) lists it in `plugin.tangled`, 'untangle' takes it apart
   * first, 'let be' does not look. With the part 'queries'.
   */
  readonly start?: Start;
};

/** What was checked, ready to be written. */
export interface CheckedCloth {
  readonly row: Row;
  readonly pins: Uint32Array;
  readonly start: Start;
}

/** What is asked of a mesh before it is loaded. */
export interface MeshSize {
  readonly vertexCount: number;
  readonly solid: MassProperties;
}

/** Refuses what makes no sense of the options or for the mesh. */
export function checkedCloth(
  { components, parts }: StepContext,
  entity: number,
  cloth: ClothOptions,
  mesh: MeshSize,
): CheckedCloth {
  checkOptions('addDeformable() under cloth', cloth, [...chosenNames(components), 'pins', 'start'], entity);
  const { pins = [], start, ...columns } = cloth;
  if (start !== undefined) checkStart(parts, entity, start);
  for (const [name, value] of Object.entries(columns)) {
    if (name !== 'tearing') checkClothNumber(`cloth.${name}`, name, value, entity);
    else {
      checkTearing('cloth.tearing', value, entity);
      if (value < Number.POSITIVE_INFINITY) requirePart(parts, 'breaking', 'cloth.tearing', entity);
    }
  }
  checkShape(columns, mesh, entity);
  return {
    row: { ...columns, simulated: 1 },
    pins: checkedPins(pins, mesh.vertexCount, entity),
    start: start ?? 'report',
  };
}

function checkStart(parts: StepContext['parts'], entity: number, start: Start): void {
  if (!STARTS.includes(start)) {
    throw new FirstContactError(
      'BAD_SETTING',
      `cloth.start is ${shown(start)}`,
      `Use one of ${STARTS.join(', ')}.`,
      { entity },
    );
  }
  if (start !== 'let be') requirePart(parts, 'queries', `cloth.start: '${start}'`, entity);
}

/** Refuses to keep the volume of what encloses none. */
function checkShape(columns: RowOf<Cloth>, { solid }: MeshSize, entity: number): void {
  const { volume = 0 } = columns;
  if (volume === 0 || solid.volume > 0) return;
  throw new FirstContactError(
    'OPEN_MESH',
    `cloth.volume is ${volume}, and the mesh encloses no volume`,
    'Close the mesh, or leave cloth.volume out.',
    { entity },
  );
}

/** Refuses a pin to a vertex that the mesh does not have. */
function checkedPins(pins: ArrayLike<number>, vertexCount: number, entity: number): Uint32Array {
  try {
    refuseOtherKinds('cloth.pins', pins, INDEX_KINDS);
    refuseDetached('cloth.pins', pins);
  } catch (error) {
    throw aboutEntity(error, entity);
  }
  for (let i = 0; i < pins.length; i++) {
    if (Number.isInteger(pins[i]) && pins[i] >= 0 && pins[i] < vertexCount) continue;
    throw new FirstContactError(
      'INDEX_OUT_OF_RANGE',
      `cloth.pins[${i}] is ${shown(pins[i])}, and the mesh has ${vertexCount} vertices`,
      'Pin vertices of the mesh, numbered from 0.',
      { entity, index: i },
    );
  }
  return Uint32Array.from(pins);
}

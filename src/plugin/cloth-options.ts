import { checkOptions, shown } from '../check-options.js';
import type { Cloth } from '../components/index.js';
import { aboutEntity, FirstContactError } from '../errors.js';
import { refuseDetached, refuseOtherKinds } from '../mesh/input-arrays.js';
import type { MassProperties } from '../mesh/mass-properties.js';
import type { StepContext } from '../systems/context.js';
import { requirePart } from '../systems/parts.js';
import type { Row, RowOf } from '../systems/rows.js';
import { STARTS, type Start } from '../systems/start.js';

/** Columns of Cloth that the plugin writes. */
const NOT_CHOSEN = ['simulated', 'held', 'asleep', 'idle', 'frozen'] as const;

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

const PIN_KINDS = ['Uint32Array', 'Uint16Array', 'Int32Array', 'Array'];

/** Columns that may be below 0. */
const SIGNED = ['gravityScale', 'windX', 'windY', 'windZ'];

/** Refuses what makes no sense of the options or for the mesh. */
export function checkedCloth(
  { components, parts }: StepContext,
  entity: number,
  cloth: ClothOptions,
  mesh: MeshSize,
): CheckedCloth {
  const names = Object.keys(components.Cloth).filter(
    (name) => !(NOT_CHOSEN as readonly string[]).includes(name),
  );
  checkOptions('addDeformable() under cloth', cloth, [...names, 'pins', 'start'], entity);
  const { pins = [], start, ...columns } = cloth;
  if (start !== undefined) checkStart(parts, entity, start);
  for (const [name, value] of Object.entries(columns)) {
    if (name === 'tearing') checkTearing(parts, entity, value);
    else checkColumn(name, value, entity);
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

function checkTearing(parts: StepContext['parts'], entity: number, value: unknown): void {
  if (!(typeof value === 'number' && value > 0)) {
    throw new FirstContactError(
      'BAD_SETTING',
      `cloth.tearing is ${shown(value)}`,
      'Use the share of its length by which an edge may be stretched, above 0: 0.2 bears a fifth more; Infinity never tears.',
      { entity },
    );
  }
  if (value < Number.POSITIVE_INFINITY) requirePart(parts, 'breaking', 'cloth.tearing', entity);
}

function checkColumn(name: string, value: unknown, entity: number): void {
  const number = Number.isFinite(value) ? (value as number) : Number.NaN;
  const isDensity = name === 'density';
  const fits = number > 0 || (number === 0 && !isDensity) || (SIGNED.includes(name) && number < 0);
  if (fits) return;
  throw new FirstContactError(
    isDensity ? 'NON_POSITIVE_MASS' : 'BAD_SETTING',
    `cloth.${name} is ${shown(value)}`,
    isDensity ? 'Use kilograms a square metre, above 0.' : 'Use a finite number, 0 or more.',
    { entity },
  );
}

/** Refuses to keep the volume of what encloses none, and shapes stiffer than stiff. */
function checkShape(columns: RowOf<Cloth>, { solid }: MeshSize, entity: number): void {
  const { volume = 0, shapeStiffness = 0 } = columns;
  if (shapeStiffness > 1) {
    throw new FirstContactError(
      'BAD_SETTING',
      `cloth.shapeStiffness is ${shapeStiffness}`,
      'Use a number from 0 to 1.',
      { entity },
    );
  }
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
    refuseOtherKinds('cloth.pins', pins, PIN_KINDS);
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

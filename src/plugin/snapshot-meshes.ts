import { FirstContactError } from '../errors.js';
import type { Arena, BlockId } from '../memory/arena.js';
import type { MassProperties } from '../mesh/mass-properties.js';
import type { SavedMeshes, SavedRecord, ShapeBlocks } from '../mesh/mesh-store.js';
import { DEFORMABLE, RIGID } from '../systems/colliders.js';
import type { StepContext } from '../systems/context.js';
import { corrupt } from './snapshot-file.js';

// Meshes in a snapshot, and the blocks of memory that hold them and everything else.

/** Numbers a mesh record has. */
const RECORD_NUMBERS = 20;

export function contentsOf(arena: Arena, block: BlockId, left: ReadonlySet<BlockId>): Uint8Array {
  const address = arena.address(block);
  return arena.u8.subarray(address, address + (left.has(block) ? 0 : arena.bytes(block)));
}

/** The blocks that hold nothing but what a mesh is, and the fingerprint of that mesh. */
export function meshBlocks({ records, shapes }: SavedMeshes): Map<BlockId, number> {
  const blocks = new Map<BlockId, number>();
  records.forEach(({ block, fingerprint }, i) => {
    for (const part of [block, ...shapes[i]]) if (part !== 0) blocks.set(part, fingerprint);
  });
  return blocks;
}

/** Makes the blocks what they were. Returns those whose bytes are what they were before, too. */
export function restoreBlocks(
  { core, meshes }: StepContext,
  ids: Uint32Array,
  sizes: Float64Array,
  contents: readonly Uint8Array[],
  saved: SavedMeshes,
): ReadonlySet<BlockId> {
  const { arena } = core;
  const loaded = meshBlocks(meshes.save());
  const wanted = meshBlocks(saved);
  const unchanged = new Set<BlockId>();
  let next = 0;
  arena.restoreIds(ids, (block) => {
    const bytes = sizes[next];
    const content = contents[next++];
    const isThere = content.length === bytes;
    if (isThere && arena.has(block) && holds(arena, block, content)) unchanged.add(block);
    // what is not in the file is kept as it is: of another size it would be made anew, with nothing in it
    const isKept = () =>
      loaded.has(block) && loaded.get(block) === wanted.get(block) && arena.bytes(block) === bytes;
    if (!isThere && !isKept()) throw meshMissing();
    if (!isThere) unchanged.add(block);
    return bytes;
  });
  next = 0;
  for (const block of arena.blockIds()) arena.u8.set(contents[next++], arena.address(block));
  return unchanged;
}

/** Whether a block has these bytes: whole words, as blocks are aligned. */
function holds(arena: Arena, block: BlockId, content: Uint8Array): boolean {
  if (arena.bytes(block) !== content.length) return false;
  const words = new Uint32Array(content.buffer, content.byteOffset, content.length / 4);
  const first = arena.address(block) / 4;
  const { u32 } = arena;
  for (let i = 0; i < words.length; i++) if (u32[first + i] !== words[i]) return false;
  return true;
}

function meshMissing(): FirstContactError {
  return new FirstContactError(
    'SNAPSHOT_MISMATCH',
    'The snapshot was taken without meshes, and one of its meshes is not loaded',
    'Keep meshes loaded between the two, or take the snapshot with { meshes: true }.',
  );
}

export function recordNumbers(record: SavedRecord): number[] {
  const {
    block,
    use,
    vertexCount,
    triangleCount,
    edgeCount,
    radius,
    fingerprint,
    users,
    kept,
    solid,
    whole,
  } = record;
  return [
    block,
    use === 'deformable' ? DEFORMABLE : RIGID,
    vertexCount,
    triangleCount,
    edgeCount,
    radius,
    fingerprint,
    users,
    +kept,
    whole,
    solid.volume,
    ...solid.centre,
    ...solid.inertia,
  ];
}

export function recordsFrom(numbers: Float64Array): SavedRecord[] {
  if (numbers.length % RECORD_NUMBERS !== 0) throw corrupt('the list of meshes is cut');
  return Array.from({ length: numbers.length / RECORD_NUMBERS }, (_, i) => {
    const [
      block,
      use,
      vertexCount,
      triangleCount,
      edgeCount,
      radius,
      fingerprint,
      users,
      kept,
      whole,
      ...solid
    ] = numbers.subarray(i * RECORD_NUMBERS, (i + 1) * RECORD_NUMBERS);
    const meshUse = use === DEFORMABLE ? 'deformable' : 'rigid';
    return {
      block,
      use: meshUse,
      vertexCount,
      triangleCount,
      edgeCount,
      radius,
      fingerprint,
      users,
      kept: kept === 1,
      whole,
      solid: solidFrom(solid),
    };
  });
}

export function shapesFrom(blocks: Uint32Array): ShapeBlocks[] {
  if (blocks.length % 2 !== 0) throw corrupt('the list of shapes is cut');
  return Array.from({ length: blocks.length / 2 }, (_, i) => [blocks[2 * i], blocks[2 * i + 1]]);
}

function solidFrom([volume, x, y, z, xx, yy, zz, xy, xz, yz]: readonly number[]): MassProperties {
  return { volume, centre: [x, y, z], inertia: [xx, yy, zz, xy, xz, yz] };
}

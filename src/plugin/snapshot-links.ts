import { FirstContactError } from '../errors.js';
import { MOVER_BYTES } from '../kernels/layout/bodies.js';
import {
  LINK_BYTES,
  LINK_COUNT,
  LINK_ENTITY_A,
  LINK_ENTITY_B,
  LINK_FIRST,
  TOUCH_BYTES,
} from '../kernels/layout/contacts.js';
import type { StepContext } from '../systems/context.js';
import { corrupt, type SnapshotReader } from './snapshot-file.js';

type Section = Uint8Array | Uint32Array;

const NOTHING = new Uint8Array(0);

/**
 * Pairs of rigid bodies and their contact points, with the impulses that the next step begins with; and the bodies as
 * they were written to their columns, by which it is seen what a user writes there.
 */
export function linkSections({ bodies, links }: StepContext): Section[] {
  if (bodies === undefined || links === undefined) return [NOTHING, NOTHING, NOTHING, NOTHING];
  const saved = links.save();
  return [saved.links, saved.touches, bodies.entity.slice(0, bodies.count), bodies.save()];
}

/** Reads and checks them. `reserve` makes room for them and changes nothing else; `restore` needs no memory any more and puts them back. */
export function readLinkSections(
  { backend, bodies, components, links }: StepContext,
  file: SnapshotReader,
): { reserve(): void; restore(): void } {
  const pairs = file.bytes();
  const touches = file.bytes();
  if (pairs.length % LINK_BYTES !== 0 || touches.length % TOUCH_BYTES !== 0)
    throw corrupt(`pairs of rigid bodies have ${pairs.length} and ${touches.length} bytes`);
  const view = new DataView(pairs.buffer, pairs.byteOffset, pairs.length);
  const count = touches.length / TOUCH_BYTES;
  for (let at = 0; at < pairs.length; at += LINK_BYTES) {
    const word = (offset: number) => view.getUint32(at + offset, true);
    const inside = word(LINK_FIRST) + word(LINK_COUNT) <= count || word(LINK_COUNT) === 0;
    const known = Math.max(word(LINK_ENTITY_A), word(LINK_ENTITY_B)) <= components.maxEntities;
    if (!inside || !known) throw corrupt(`pair ${at / LINK_BYTES} of rigid bodies is none`);
  }
  const entities = file.u32();
  const table = file.bytes();
  const known = entities.every((entity) => entity <= components.maxEntities);
  if (!known || new Set(entities).size < entities.length || table.length !== entities.length * MOVER_BYTES)
    throw corrupt(`${entities.length} rigid bodies have ${table.length} bytes`);
  if (links === undefined && pairs.length > 0) throw withoutDynamics();
  const reserve = () => {
    links?.reserve(pairs.length, touches.length);
    bodies?.reserve(entities.length);
  };
  const restore = () => {
    links?.restore(pairs, touches);
    bodies?.restore(entities, table);
    bodies?.entered.clear();
    // One that saves what it has gets the same back; any other is told anew of who is there.
    if (backend.save !== undefined) for (const entity of entities) bodies?.entered.add(entity);
  };
  return { reserve, restore };
}

function withoutDynamics(): FirstContactError {
  return new FirstContactError(
    'SNAPSHOT_MISMATCH',
    "The snapshot has rigid bodies in contact, and the plugin was created without the part 'dynamics'",
    'Restore it in a plugin with the same parts.',
  );
}

import {
  LINK_BYTES,
  LINK_COUNT,
  LINK_ENTITY_A,
  LINK_ENTITY_B,
  LINK_FIRST,
  TOUCH_BYTES,
} from '../kernels/layout/contacts.js';
import type { StepContext } from '../systems/context.js';
import type { RigidLinks } from '../systems/rigid-links.js';
import { corrupt, type SnapshotReader } from './snapshot-file.js';

/** Pairs of rigid bodies and their contact points, with the impulses that the next step begins with. */
export function linkSections(links: RigidLinks): Uint8Array[] {
  const saved = links.save();
  return [saved.links, saved.touches];
}

/** Reads and checks them; what it returns puts them back. */
export function readLinkSections({ components, links }: StepContext, file: SnapshotReader): () => void {
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
  return () => links.restore(pairs, touches);
}

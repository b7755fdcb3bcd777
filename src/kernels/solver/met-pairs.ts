import { LINK_BYTES, LINK_FLAGS, LINK_MET } from '../layout/contacts';
import { beginIslands, join } from './contact-islands';
import { bodyA, bodyB } from './links';

// Who met whom in a sub-step: two that come together and part again have no contact point left at its end.

export function noteMet(link: usize): void {
  store<u32>(link, load<u32>(link, LINK_FLAGS) | LINK_MET, LINK_FLAGS);
}

export function hasMet(link: usize): bool {
  return (load<u32>(link, LINK_FLAGS) & LINK_MET) !== 0;
}

/** Makes islands of bodies that joints connect, or that met. */
export function joinMet(bodies: usize, bodyCount: i32, links: usize, count: i32): void {
  beginIslands(bodies, bodyCount);
  for (let i = 0; i < count; i++) {
    const link = links + <usize>i * LINK_BYTES;
    if (hasMet(link)) join(bodyA(bodies, link), bodyB(bodies, link));
  }
}

/** Before the next sub-step. */
export function forgetMet(links: usize, count: i32): void {
  for (let i = 0; i < count; i++) {
    const link = links + <usize>i * LINK_BYTES;
    store<u32>(link, load<u32>(link, LINK_FLAGS) & ~LINK_MET, LINK_FLAGS);
  }
}

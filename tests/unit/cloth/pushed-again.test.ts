// What a contact pushed is where its sweeps begin in the next sub-step; what was no contact in between begins with nothing.
import { expect, test } from 'vitest';
import { gridMesh } from '../../../scenes/meshes/index.js';
import { ClothWorld } from '../../../src/cloth/cloth-world.js';
import * as C from '../../../src/kernels/layout/cloth.js';
import { openCore } from '../../../src/memory/open.js';

const core = await openCore();
/** A push that moves nothing that could be seen. */
const PLANTED = 1e-15;

test('every push is that of a contact in the sub-step before, and all others are forgotten', async () => {
  // views, which are other ones once memory has grown
  const word = (at: number) => core.arena.u32[at >> 2];
  const number = (at: number) => core.arena.f64[at >> 3];
  /** A contact has its push as a distance, in f32. */
  const pushOf = (contact: number) =>
    core.arena.f32[(contact + C.CONTACT_PUSH) >> 2] * number(contact + C.CONTACT_EASILY);
  const isAbout = (a: number, b: number) => Math.abs(a - b) <= 1e-6 * b;
  const found = { contacts: 0, forgotten: 0, kept: 0, wrong: 0 };
  const eachPair = (world: number, visit: (pair: number) => void) => {
    const first = word(world + C.CLOTH_PAIRS);
    for (let i = 0; i < word(world + C.CLOTH_PAIR_COUNT); i++) visit(first + i * C.CLOTH_PAIR_BYTES);
  };
  const contactsOf = (world: number) => {
    const first = word(world + C.CLOTH_ORDER) >> 2;
    return [...core.arena.u32.subarray(first, first + word(world + C.CLOTH_CONTACT_COUNT))];
  };
  const kernels = {
    ...core.kernels,
    clothBeginContacts(world: number) {
      eachPair(world, (pair) => {
        core.arena.f64[(pair + C.PAIR_PUSH) >> 3] ||= PLANTED;
      });
      return core.kernels.clothBeginContacts(world);
    },
    clothPushAgain(world: number) {
      const contacts = new Map(contactsOf(world).map((at) => [word(at + C.CONTACT_PAIR), at]));
      found.contacts += contacts.size;
      eachPair(world, (pair) => {
        const push = number(pair + C.PAIR_PUSH);
        const contact = contacts.get(pair);
        if (contact === undefined && push === 0) found.forgotten++;
        else if (contact === undefined || !isAbout(pushOf(contact), 0.9 * push)) found.wrong++;
        else if (push > PLANTED) found.kept++;
      });
      core.kernels.clothPushAgain(world);
    },
    clothImpulses(world: number) {
      core.kernels.clothImpulses(world);
      for (const at of contactsOf(world)) {
        const pair = word(at + C.CONTACT_PAIR);
        if (!isAbout(pushOf(at), number(pair + C.PAIR_PUSH))) found.wrong++;
      }
    },
  };
  const world = new ClothWorld({ ...core, kernels });
  const mesh = gridMesh({ columns: 8, rows: 8, width: 1, depth: 1 });
  for (let i = 0; i < 2; i++) {
    const positions = mesh.positions.map((x, k) => (k % 3 === 1 ? x + 0.06 * i : x + 0.03 * i));
    const sheet = world.add({ kind: 'cloth', mesh, positions });
    sheet.velocities.forEach((_, k) => {
      if (k % 3 === 1) sheet.velocities[k] = i === 0 ? 2 : -2;
    });
  }
  for (let step = 0; step < 12; step++) world.step(1 / 60, 8);
  world.dispose();
  expect(found.wrong).toBe(0);
  expect(found.kept).toBeGreaterThan(100);
  expect(found.forgotten).toBeGreaterThan(1000);
});

// Orders that are wrong, each marked, and orders that are right: what tests/repro/stale-views.test.ts has the check look at. Nothing runs them.
import type { Arena } from '../../src/memory/arena.js';
import type { GrowingBuffer } from '../../src/memory/growing-buffer.js';
import { readMeshBlock } from '../../src/mesh/mesh-block.js';

export function receiverBeforeArgument(arena: Arena, buffer: GrowingBuffer, bytes: Uint8Array): void {
  arena.u8.set(bytes, buffer.room(bytes.length)); // stale
  const address = buffer.room(bytes.length);
  arena.u8.set(bytes, address);
}

export function leftBeforeRight(arena: Arena): void {
  arena.f64[0] = arena.allocate(8); // stale
  const block = arena.allocate(8);
  arena.f64[0] = block;
}

export function destructured(arena: Arena, fits: boolean): number {
  const { f64, u32: words } = arena;
  const first = f64[0];
  if (fits) return words[0];
  arena.allocate(8);
  return first + f64[1]; // stale
}

export function inLoop(arena: Arena, rounds: number): number {
  const { u32 } = arena;
  let sum = 0;
  for (let i = 0; i < rounds; i++) {
    sum += u32[i]; // stale
    arena.allocate(8);
  }
  for (let i = 0; i < rounds; i++) {
    arena.allocate(8);
    const { u32: anew } = arena;
    sum += anew[i];
  }
  return sum;
}

function growsDeepInside(arena: Arena): number {
  return [1].map(() => arena.allocateRegion(8))[0];
}

export function throughOthers(arena: Arena): number {
  const mesh = readMeshBlock(arena.memory.buffer, 0);
  const { positions } = mesh;
  const copied = mesh.triangles.slice();
  growsDeepInside(arena);
  return copied[0] + positions[0]; // stale
}

export function addresses(arena: Arena, block: number): number {
  const at = arena.address(block) / 8;
  arena.allocateRegion(8); // grows, and moves nothing
  const here = arena.f64[at];
  const other = arena.allocate(8); // may close holes
  return here + arena.f64[arena.address(other) / 8] + arena.f64[at]; // stale
}

export function branches(arena: Arena, grows: boolean): number {
  const { u8 } = arena;
  if (grows) {
    arena.allocate(8);
    return arena.u8[0];
  }
  return u8[0];
}

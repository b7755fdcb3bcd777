import asc from 'assemblyscript/asc';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { randomFrom } from './families.js';

/** src/kernels/elementary/limbs.ts compiled alone: what the exact stage computes with, asked directly. */
interface Limbs {
  clearScratch(): void;
  shifted(magnitude: bigint, shift: number, negative: boolean): number;
  negated(a: number): number;
  times(a: number, factor: number): number;
  mul(a: number, b: number): number;
  add(a: number, b: number): number;
  sub(a: number, b: number): number;
  keep(from: number, a: number): number;
  mark(): number;
  compare(a: number, b: number): number;
  signOf(a: number): number;
  bitLength(a: number): number;
  scaledToF64(a: number, exponent: number): number;
}

const memory = new WebAssembly.Memory({ initial: 16, maximum: 16 });
const view = new DataView(memory.buffer);
let limbs: Limbs;

beforeAll(async () => {
  let binary: Uint8Array<ArrayBuffer> | undefined;
  const options = ['--outFile', 'limbs.wasm', '--importMemory', '--runtime', 'stub', '--optimizeLevel', '3'];
  const { error } = await asc.main(['src/kernels/elementary/limbs.ts', ...options], {
    writeFile: (name, contents) => {
      if (name.endsWith('.wasm')) binary = contents as Uint8Array<ArrayBuffer>;
    },
  });
  if (error !== null || binary === undefined) throw error ?? new Error('nothing was compiled');
  const { instance } = await WebAssembly.instantiate(binary, { env: { memory, abort: () => {} } });
  limbs = instance.exports as unknown as Limbs;
});

beforeEach(() => limbs.clearScratch());

/** Writes a number of any size as the sum of 32-bit pieces. */
function write(value: bigint): number {
  const size = value < 0n ? -value : value;
  let sum = limbs.shifted(0n, 0, false);
  for (let shift = 0n; size >> shift > 0n; shift += 32n) {
    sum = limbs.add(sum, limbs.shifted((size >> shift) & 0xffffffffn, Number(shift), false));
  }
  return value < 0n ? limbs.negated(sum) : sum;
}

function read(address: number): bigint {
  const head = view.getInt32(address, true);
  let value = 0n;
  for (let i = Math.abs(head); i > 0; i--)
    value = (value << 32n) | BigInt(view.getUint32(address + i * 4, true));
  if (head !== 0) expect(view.getUint32(address + Math.abs(head) * 4, true), 'no leading zeros').not.toBe(0);
  return head < 0 ? -value : value;
}

const sign = (value: bigint) => (value > 0n ? 1 : value < 0n ? -1 : 0);

/** Random sizes, with long runs of zeros and ones, where carries travel. */
function* numbers(seed: number, count: number): Generator<bigint> {
  const random = randomFrom(seed);
  yield* [0n, 1n, -1n, 0xffffffffn, -0x100000000n, (1n << 64n) - 1n, 1n << 1600n, -(1n << 1600n) + 1n];
  for (let i = 0; i < count; i++) {
    let value = 0n;
    for (let runs = Math.floor(random() * 6); runs >= 0; runs--) {
      const length = BigInt(Math.floor(random() * 70));
      const ones = (1n << length) - 1n;
      const kind = random();
      const noise = (BigInt(Math.floor(random() * 2 ** 32)) << 32n) | BigInt(Math.floor(random() * 2 ** 32));
      value = (value << length) | (kind < 0.3 ? 0n : kind < 0.6 ? ones : noise & ones);
    }
    yield random() < 0.5 ? value : -value;
  }
}

describe('multi-limb arithmetic is that of BigInt', () => {
  it('on all pairs of 8 special and 60 random numbers', () => {
    const values = [...numbers(1, 60)];
    for (const a of values) {
      for (const b of values) {
        limbs.clearScratch();
        const [x, y] = [write(a), write(b)];
        expect(read(x)).toBe(a);
        expect(read(limbs.add(x, y))).toBe(a + b);
        expect(read(limbs.sub(x, y))).toBe(a - b);
        expect(read(limbs.mul(x, y))).toBe(a * b);
        expect(limbs.compare(x, y)).toBe(sign(a - b));
        expect(read(x), 'operands stay').toBe(a);
        expect(read(y), 'operands stay').toBe(b);
      }
    }
  });

  it('for negation, small factors, sizes and floats', () => {
    for (const a of numbers(2, 300)) {
      limbs.clearScratch();
      const x = write(a);
      const bits = a === 0n ? 0 : (a < 0n ? -a : a).toString(2).length;
      expect(read(limbs.negated(x))).toBe(-a);
      for (const factor of [-9, -1, 2, 3, 4, 9])
        expect(read(limbs.times(x, factor))).toBe(a * BigInt(factor));
      expect(limbs.signOf(x)).toBe(sign(a));
      expect(limbs.bitLength(x)).toBe(bits);
      const float = limbs.scaledToF64(x, bits);
      const expected = Number(bits > 200 ? a >> BigInt(bits - 200) : a) * 2 ** -Math.min(bits, 200);
      expect(Math.abs(float - expected)).toBeLessThanOrEqual(Math.abs(expected) * 2 ** -52);
    }
  });

  it('for mantissas shifted by any amount', () => {
    const random = randomFrom(3);
    for (let shift = 0; shift < 2100; shift += 7) {
      limbs.clearScratch();
      const mantissa = BigInt(Math.floor(random() * 2 ** 53));
      expect(read(limbs.shifted(mantissa, shift, false))).toBe(mantissa << BigInt(shift));
      expect(read(limbs.shifted(mantissa, shift, true))).toBe(-(mantissa << BigInt(shift)));
    }
    expect(read(limbs.shifted((1n << 64n) - 1n, 31, false))).toBe(((1n << 64n) - 1n) << 31n);
  });

  it('keeps a result and gives back what was needed for it', () => {
    const start = limbs.mark();
    const kept = limbs.keep(start, limbs.mul(write(3n ** 200n), write(-(7n ** 100n))));
    expect(kept).toBe(start);
    expect(read(kept)).toBe(-(3n ** 200n * 7n ** 100n));
    expect(limbs.mark()).toBe(start + 4 + 4 * Math.ceil((3n ** 200n * 7n ** 100n).toString(2).length / 32));
  });

  it('stops rather than leave the scratch area', () => {
    const large = write(1n << 40000n);
    expect(() => {
      for (;;) limbs.mul(large, large);
    }).toThrow(WebAssembly.RuntimeError);
  });
});

import { createWorld } from 'bitecs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createCollisionPlugin } from '../../src/index.js';
import { requireSimd } from '../../src/memory/core.js';
import { rejectedBy, thrownBy } from '../support/thrown.js';

describe('an engine that cannot run the kernels', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  test('is told so: no SIMD', async () => {
    vi.spyOn(WebAssembly, 'validate').mockReturnValue(false);
    expect(await rejectedBy(() => createCollisionPlugin(createWorld()))).toMatchObject({
      code: 'NO_WASM_SIMD',
    });
  });

  test('is told so: no WebAssembly', () => {
    vi.stubGlobal('WebAssembly', undefined);
    expect(thrownBy(requireSimd)).toMatchObject({ code: 'NO_WASM_SIMD' });
  });

  test('this one can', () => {
    expect(requireSimd).not.toThrow();
  });
});

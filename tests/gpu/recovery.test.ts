// What a backend does about a context or device that fails, with stand-ins for both: it answers nothing, and goes on when
// there is something to draw with again. tests/browser/gpu.test.ts breaks the real ones.
import { afterEach, expect, test, vi } from 'vitest';
import { type DeviceLike, type GpuLike, webgl2, webgpu } from '../../src/gpu/index.js';
import type { VisibilityBatch } from '../../src/visibility/backend.js';
import { FOOTPRINT_WORDS } from '../../src/visibility/footprint.js';
import { PassWriter } from '../../src/visibility/pass-writer.js';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const NO_ERROR = 0;
const OUT_OF_MEMORY = 0x505;
const COMPLETE = 0x8cd5;
const LARGEST_TEXTURE = 2048;

/** A context of WebGL2 that takes all calls and answers that everything is well, but for what is set here. */
class StandInContext {
  isLost = false;
  error = NO_ERROR;
  textures = 0;
  readonly sizes: number[] = [];
  readonly gl: WebGL2RenderingContext;

  constructor() {
    const answers: Record<string, unknown> = {
      NO_ERROR,
      FRAMEBUFFER_COMPLETE: COMPLETE,
      isContextLost: () => this.isLost,
      getError: () => this.error,
      checkFramebufferStatus: () => COMPLETE,
      getProgramParameter: () => true,
      getQueryParameter: () => true,
      getParameter: () => LARGEST_TEXTURE,
      createTexture: () => this.textures++,
      texImage2D: (...of: number[]) => this.sizes.push(of[4]),
    };
    this.gl = new Proxy({} as WebGL2RenderingContext, {
      get: (_, name) => answers[String(name)] ?? (/^[A-Z]/.test(String(name)) ? String(name) : () => ({})),
    });
  }
}

function batchOf(footprints: number): VisibilityBatch {
  const writer = new PassWriter();
  writer.begin(16);
  writer.beginPass();
  writer.endPass();
  const batch = writer.batch();
  const words = new Int32Array(footprints * FOOTPRINT_WORDS);
  words.set(batch.footprints.subarray(0, Math.min(words.length, batch.footprints.length)));
  return { ...batch, footprints: words, footprintCount: footprints };
}

test('a WebGL2 context of its own that was lost is made anew', async () => {
  const contexts: StandInContext[] = [];
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext() {
        contexts.push(new StandInContext());
        return contexts.at(-1)?.gl;
      }
    },
  );
  const backend = webgl2({ size: 16 });
  backend.open();
  expect(await backend.ask(batchOf(6))).toMatchObject({ state: 'answered' });
  contexts[0].isLost = true;
  expect(await backend.ask(batchOf(6))).toEqual({ state: 'unknown', reason: 'the context was lost' });
  expect(await backend.ask(batchOf(6))).toMatchObject({ state: 'answered' });
  expect(contexts).toHaveLength(2);
});

test('one that belongs to the scene is waited for', async () => {
  const context = new StandInContext();
  const backend = webgl2({ size: 16, gl: context.gl });
  backend.open();
  context.isLost = true;
  for (let ask = 0; ask < 3; ask++) expect((await backend.ask(batchOf(6))).state).toBe('unknown');
  context.isLost = false;
  expect((await backend.ask(batchOf(6))).state).toBe('answered');
});

test('after an error of WebGL2 its textures are made anew', async () => {
  const context = new StandInContext();
  const backend = webgl2({ size: 16, gl: context.gl });
  backend.open();
  context.error = OUT_OF_MEMORY;
  expect(await backend.ask(batchOf(6))).toMatchObject({ state: 'unknown' });
  context.error = NO_ERROR;
  expect(await backend.ask(batchOf(6))).toMatchObject({ state: 'answered' });
  expect(context.textures).toBe(2);
});

test('footprints fill the largest texture, more of them are refused, and fewer are drawn afterwards', async () => {
  const context = new StandInContext();
  const backend = webgl2({ size: 16, gl: context.gl });
  backend.open();
  const most = LARGEST_TEXTURE * 256;
  expect(await backend.ask(batchOf(most + 1))).toMatchObject({
    state: 'unknown',
    reason: expect.stringContaining(`${most + 1}`),
  });
  expect(await backend.ask(batchOf(6))).toMatchObject({ state: 'answered' });
  expect(await backend.ask(batchOf(most))).toMatchObject({ state: 'answered' });
  expect(context.sizes).toEqual([2, LARGEST_TEXTURE]);
});

/** A device that takes all calls; buffers that are made while it is full make what uses them invalid. */
class StandInDevice {
  isFull = false;
  isDestroyed = false;
  #isInvalid = false;
  readonly device: DeviceLike;

  constructor() {
    const pass = { setPipeline() {}, setBindGroup() {}, beginOcclusionQuery() {}, endOcclusionQuery() {} };
    const use = (isGood: boolean) => {
      if (!isGood) this.#isInvalid = true;
    };
    this.device = {
      lost: new Promise(() => {}),
      queue: { submit() {}, writeBuffer: (buffer) => use((buffer as { isGood?: boolean }).isGood === true) },
      createBuffer: (descriptor) => {
        const { size } = descriptor as { size: number };
        const isGood = !this.isFull;
        use(isGood);
        const [mapAsync, getMappedRange] = [async () => {}, () => new ArrayBuffer(size)];
        return { size, isGood, mapAsync, getMappedRange, unmap() {}, destroy() {} };
      },
      createTexture: () => ({ createView: () => ({}), destroy() {} }),
      createShaderModule: () => ({}),
      createRenderPipeline: () => ({}),
      createComputePipeline: () => ({}),
      createBindGroupLayout: () => ({}),
      createPipelineLayout: () => ({}),
      createBindGroup: () => ({}),
      createQuerySet: () => ({ destroy() {} }),
      createCommandEncoder: () => ({
        beginRenderPass: () => ({ ...pass, draw() {}, end() {} }),
        beginComputePass: () => ({ ...pass, dispatchWorkgroups() {}, end() {} }),
        resolveQuerySet() {},
        copyBufferToBuffer() {},
        finish: () => ({}),
      }),
      pushErrorScope() {},
      popErrorScope: async () => {
        const isInvalid = this.#isInvalid;
        this.#isInvalid = false;
        return isInvalid ? { message: 'out of memory' } : null;
      },
      destroy: () => {
        this.isDestroyed = true;
      },
    };
  }
}

test('a buffer that WebGPU had no memory for is made anew, on the same device', async () => {
  const standIn = new StandInDevice();
  let requests = 0;
  const requestDevice = async () => {
    requests++;
    return standIn.device;
  };
  const backend = webgpu({ size: 16, gpu: { requestAdapter: async () => ({ requestDevice }) } });
  await backend.open();
  standIn.isFull = true;
  expect(await backend.ask(batchOf(6))).toEqual({ state: 'unknown', reason: 'out of memory' });
  standIn.isFull = false;
  expect(await backend.ask(batchOf(6))).toMatchObject({ state: 'answered' });
  expect(requests).toBe(1);
  expect(standIn.isDestroyed).toBe(false);
});

test('an adapter that never comes is not waited for', async () => {
  vi.useFakeTimers();
  const gpu: GpuLike = { requestAdapter: () => new Promise(() => {}) };
  const backend = webgpu({ size: 16, gpu });
  void backend.open();
  const answer = backend.ask(batchOf(6));
  await vi.advanceTimersByTimeAsync(20_000);
  expect((await answer).state).toBe('unknown');
});

test('a device that comes when the backend was closed is given back', async () => {
  const standIn = new StandInDevice();
  let come = () => {};
  const requestDevice = () =>
    new Promise<DeviceLike>((resolve) => {
      come = () => resolve(standIn.device);
    });
  const backend = webgpu({ size: 16, gpu: { requestAdapter: async () => ({ requestDevice }) } });
  const opened = backend.open();
  await Promise.resolve();
  backend.close();
  come();
  await opened;
  expect(standIn.isDestroyed).toBe(true);
});

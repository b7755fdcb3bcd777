// What a backend does about a context or device that fails, with stand-ins for both: it answers nothing, and goes on when
// there is something to draw with again. tests/browser/gpu.test.ts breaks the real ones.
import { afterEach, expect, test, vi } from 'vitest';
import { type DeviceLike, type GpuLike, webgl2, webgpu } from '../../src/gpu/index.js';
import type { VisibilityBatch } from '../../src/visibility/backend.js';
import { ClusterPairs } from '../../src/visibility/cluster-pairs.js';
import { FOOTPRINT_WORDS } from '../../src/visibility/footprint.js';
import { PassWriter } from '../../src/visibility/pass-writer.js';
import { makeSoup } from './soups.js';

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
  /** Whether queries have their answers. */
  isDone = true;
  /** How often the program is not linked yet when that is asked. */
  linksIn = 0;
  status = COMPLETE;
  textures = 0;
  programs = 0;
  readonly sizes: number[] = [];
  /** Questions about a query that was deleted, or for what is not there yet, which would block the page. */
  wrongQuestions = 0;
  readonly #deleted = new Set<unknown>();
  readonly gl: WebGL2RenderingContext;

  constructor() {
    const answers: Record<string, unknown> = {
      NO_ERROR,
      FRAMEBUFFER_COMPLETE: COMPLETE,
      isContextLost: () => this.isLost,
      getError: () => this.error,
      checkFramebufferStatus: () => this.status,
      getExtension: () => ({ COMPLETION_STATUS_KHR: 'COMPLETION_STATUS_KHR' }),
      getProgramParameter: (_: unknown, what: string) => {
        if (this.linksIn === 0) return true;
        if (what === 'LINK_STATUS') this.wrongQuestions++;
        this.linksIn--;
        return false;
      },
      getQueryParameter: (query: unknown, what: string) => {
        if (this.#deleted.has(query) || (what === 'QUERY_RESULT' && !this.isDone)) this.wrongQuestions++;
        return this.isDone;
      },
      deleteQuery: (query: unknown) => this.#deleted.add(query),
      createProgram: () => this.programs++,
      deleteProgram: () => this.programs--,
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

test('closed while answers are awaited in the scene’s context: nothing is asked of what is gone', async () => {
  const context = new StandInContext();
  const backend = webgl2({ size: 16, gl: context.gl });
  await backend.open();
  context.isDone = false;
  const answer = backend.ask(batchOf(6));
  await new Promise((resolve) => setTimeout(resolve, 5));
  backend.close();
  expect(await answer).toEqual({ state: 'unknown', reason: 'it was closed' });
  expect(context.wrongQuestions).toBe(0);
  expect(context.programs).toBe(0);
});

test('answers that are late are not asked for, and who asks meanwhile is told', async () => {
  const context = new StandInContext();
  const backend = webgl2({ size: 16, gl: context.gl, deadline: 20 });
  await backend.open();
  context.isDone = false;
  expect(await backend.ask(batchOf(6))).toEqual({
    state: 'unknown',
    reason: 'the answers came too late',
  });
  expect(await backend.ask(batchOf(6))).toEqual({
    state: 'unknown',
    reason: 'the last answers are not there yet',
  });
  context.isDone = true;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await backend.ask(batchOf(6))).toMatchObject({ state: 'answered' });
  expect(context.wrongQuestions).toBe(0);
});

test('answers that never come are given up, and asked for anew', async () => {
  const context = new StandInContext();
  const backend = webgl2({ size: 16, gl: context.gl, deadline: 2 });
  await backend.open();
  context.isDone = false;
  vi.useFakeTimers();
  const late = backend.ask(batchOf(6));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await late).toMatchObject({ state: 'unknown' });
  vi.useRealTimers();
  context.isDone = true;
  expect(await backend.ask(batchOf(6))).toMatchObject({ state: 'answered' });
  expect(context.textures).toBe(2);
});

test('whether the program has linked is asked when the context says that it is done', async () => {
  const context = new StandInContext();
  context.linksIn = 5;
  const backend = webgl2({ size: 16, gl: context.gl });
  await backend.open();
  expect(context.wrongQuestions).toBe(0);
  expect(context.linksIn).toBe(0);
  expect((await backend.ask(batchOf(6))).state).toBe('answered');
});

test('what a context could not make all of is given back', async () => {
  const context = new StandInContext();
  context.status = 0;
  const backend = webgl2({ size: 16, gl: context.gl });
  await backend.open();
  expect(await backend.ask(batchOf(6))).toMatchObject({
    state: 'unknown',
    reason: expect.stringContaining('incomplete'),
  });
  expect(context.programs).toBe(0);
  context.status = COMPLETE;
  expect(await backend.ask(batchOf(6))).toMatchObject({ state: 'answered' });
});

test('a context that is lost when the backend is opened is waited for', async () => {
  const context = new StandInContext();
  context.isLost = true;
  const backend = webgl2({ size: 16, gl: context.gl });
  await backend.open();
  expect(await backend.ask(batchOf(6))).toEqual({ state: 'unknown', reason: 'the context was lost' });
  context.isLost = false;
  expect((await backend.ask(batchOf(6))).state).toBe('answered');
});

/** A device that takes all calls; buffers that are made while it is full make what uses them invalid. */
class StandInDevice {
  isFull = false;
  isDestroyed = false;
  /** Error scopes that are open. */
  scopes = 0;
  lose = () => {};
  #isInvalid = false;
  readonly device: DeviceLike;

  constructor() {
    const pass = { setPipeline() {}, setBindGroup() {}, beginOcclusionQuery() {}, endOcclusionQuery() {} };
    const use = (isGood: boolean) => {
      if (!isGood) this.#isInvalid = true;
    };
    this.device = {
      lost: new Promise((resolve) => {
        this.lose = () => resolve({ message: 'as it was asked to' });
      }),
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
      pushErrorScope: () => {
        this.scopes++;
      },
      popErrorScope: async () => {
        this.scopes--;
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

test('an adapter that never comes is waited for once', async () => {
  vi.useFakeTimers();
  let requests = 0;
  const requestAdapter = () => {
    requests++;
    return new Promise<null>(() => {});
  };
  const backend = webgpu({ size: 16, gpu: { requestAdapter } });
  void backend.open();
  const first = backend.ask(batchOf(6));
  await vi.advanceTimersByTimeAsync(20_000);
  expect((await first).state).toBe('unknown');
  // No time passes for the next ones.
  for (let ask = 0; ask < 3; ask++) expect((await backend.ask(batchOf(6))).state).toBe('unknown');
  expect(requests).toBe(1);
});

test('an adapter that comes late is used from then on', async () => {
  vi.useFakeTimers();
  const standIn = new StandInDevice();
  const requestDevice = async () => standIn.device;
  let come = () => {};
  const gpu: GpuLike = {
    requestAdapter: () =>
      new Promise((resolve) => {
        come = () => resolve({ requestDevice });
      }),
  };
  const backend = webgpu({ size: 16, gpu });
  void backend.open();
  const first = backend.ask(batchOf(6));
  await vi.advanceTimersByTimeAsync(20_000);
  expect((await first).state).toBe('unknown');
  come();
  await vi.advanceTimersByTimeAsync(1);
  expect((await backend.ask(batchOf(6))).state).toBe('answered');
});

test('an engine that makes a new device after a loss is asked for it', async () => {
  const devices = [new StandInDevice()];
  let isReady = true;
  const device = () => (isReady ? devices.at(-1)?.device : undefined);
  const backend = webgpu({ size: 16, device });
  await backend.open();
  expect((await backend.ask(batchOf(6))).state).toBe('answered');
  devices[0].lose();
  isReady = false;
  await Promise.resolve();
  expect(await backend.ask(batchOf(6))).toEqual({ state: 'unknown', reason: 'the scene has no device' });
  devices.push(new StandInDevice());
  isReady = true;
  expect((await backend.ask(batchOf(6))).state).toBe('answered');
  backend.close();
  expect(devices.map(({ isDestroyed }) => isDestroyed)).toEqual([false, false]);
});

test('error scopes are closed in the task that opened them: others use the device as well', async () => {
  const standIn = new StandInDevice();
  const backend = webgpu({ size: 16, device: standIn.device, sweep: 'gpu' });
  const opened = backend.open();
  expect(standIn.scopes).toBe(0);
  await opened;
  const answer = backend.ask(batchOf(6));
  expect(standIn.scopes).toBe(0);
  expect((await answer).state).toBe('answered');
  const { clusters } = makeSoup({ objects: 2, clustersEach: 3, seed: 1, size: 0.3, motion: 0.2 });
  const found = backend.findPairs?.(clusters, new ClusterPairs());
  expect(standIn.scopes).toBe(0);
  expect(await found).toBe(true);
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

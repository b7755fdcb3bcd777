// What the backends answer in a page where something breaks. Called by tests/browser/gpu.test.ts.
import { addEntity, createWorld } from 'bitecs';
import { type DeviceLike, type GpuLike, webgl2, webgpu } from '../../../src/gpu/index.js';
import { createCollisionPlugin, GPU_CULLING_ON } from '../../../src/index.js';
import type { VisibilityBackend } from '../../../src/visibility/backend.js';
import { FOOTPRINT_WORDS } from '../../../src/visibility/footprint.js';
import { PassWriter, withoutCanaries } from '../../../src/visibility/pass-writer.js';

type Name = 'webgl2' | 'webgpu';

export interface BackendFaults {
  readonly before: string;
  readonly lost: string;
  readonly afterLoss: string;
  readonly late: string;
  readonly whileBusy: string;
  readonly afterLate: string;
  readonly nowhere: string;
  /** An engine that is null: a context of its own is taken. */
  readonly withNull: string;
  readonly closed: string;
  readonly isRefusedTwice: boolean;
  readonly many: { readonly asks: number; readonly wrong: number };
  readonly engine: { readonly answered: string; readonly changed: readonly string[] };
  /** Closed while the scene's engine waits for answers: what was answered, and the engine's errors. */
  readonly closedInEngine: { readonly answered: string; readonly error: string };
}

export interface StepsInPage {
  readonly frames: number;
  readonly longestWait: { readonly whileAsking: number; readonly atRest: number };
  /** Calls that would have made the page wait for the GPU. */
  readonly blocking: readonly string[];
  readonly occluded: number;
  readonly contacts: { readonly culled: number; readonly bare: number };
  readonly faults: number;
}

export interface FaultPage {
  faultsOf(name: Name): Promise<BackendFaults>;
  stepInPage(name: Name): Promise<StepsInPage>;
}

const SIZE = 64;

const navigatorGpu = () => (navigator as unknown as { gpu: GpuLike }).gpu;

async function newDevice(): Promise<DeviceLike> {
  const adapter = await navigatorGpu().requestAdapter();
  if (adapter === null) throw new Error('WebGPU has no adapter');
  return adapter.requestDevice();
}

/** A pass of asks, every third of them hidden behind nothing: `expected` says which are seen. */
function batchOf(asks: number) {
  const writer = new PassWriter();
  writer.begin(SIZE);
  const footprint = (depth: number) => {
    const at = writer.room();
    writer.footprints.fill(0, at, at + FOOTPRINT_WORDS);
    writer.footprints.set([4, 4, 12, 12], at);
    writer.footprints.set([depth, depth], at + 18);
    return writer.advance();
  };
  const wall = footprint(1000);
  const behind = footprint(2000);
  const before = footprint(500);
  writer.beginPass();
  writer.draw(wall, 1);
  const expected: number[] = [];
  for (let i = 0; i < asks; i++) {
    const isBehind = i % 3 === 0;
    writer.ask(isBehind ? behind : before, 1);
    expected.push(isBehind ? 1 : 0);
  }
  writer.endPass();
  return { batch: writer.batch(), expected };
}

async function stateOf(backend: VisibilityBackend, asks = 30): Promise<string> {
  const { batch, expected } = batchOf(asks);
  const answer = await backend.ask(batch);
  if (answer.state === 'unknown') return answer.reason;
  const seen = withoutCanaries(batch.passes, answer.seen);
  if (seen === undefined) return 'a canary failed';
  return seen[0].join('') === expected.join('') ? 'answered' : 'wrong';
}

async function manyAsks(backend: VisibilityBackend) {
  const asks = 4099;
  const { batch, expected } = batchOf(asks);
  const answer = await backend.ask(batch);
  if (answer.state === 'unknown') throw new Error(answer.reason);
  const seen = withoutCanaries(batch.passes, answer.seen);
  if (seen === undefined) throw new Error('a canary failed');
  return { asks: seen[0].length, wrong: expected.filter((each, i) => each !== seen[0][i]).length };
}

/** A backend, and how to lose what it draws with. */
async function breakable(name: Name) {
  if (name === 'webgl2') {
    const canvas = document.createElement('canvas');
    // A canvas of no size: what is drawn goes to a framebuffer of its own.
    canvas.width = 0;
    canvas.height = 0;
    const gl = canvas.getContext('webgl2');
    if (gl === null) throw new Error('there is no WebGL2 here');
    const loss = gl.getExtension('WEBGL_lose_context');
    const restored = () =>
      new Promise<void>((resolve) => canvas.addEventListener('webglcontextrestored', () => resolve()));
    canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
    return {
      backend: webgl2({ gl, size: SIZE, deadline: 20_000 }),
      lose: async () => {
        loss?.loseContext();
        await nextTask();
      },
      bringBack: async () => {
        const back = restored();
        loss?.restoreContext();
        await back;
      },
    };
  }
  const devices: DeviceLike[] = [];
  const gpu: GpuLike = {
    requestAdapter: async () => {
      const adapter = await navigatorGpu().requestAdapter();
      if (adapter === null || isGone) return null;
      return {
        requestDevice: async () => {
          const device = await adapter.requestDevice();
          devices.push(device);
          return device;
        },
      };
    },
  };
  let isGone = false;
  return {
    backend: webgpu({ gpu, size: SIZE, deadline: 20_000 }),
    lose: async () => {
      isGone = true;
      devices.at(-1)?.destroy();
      await devices.at(-1)?.lost;
      await nextTask();
    },
    bringBack: async () => {
      isGone = false;
    },
  };
}

function hurried(name: Name): VisibilityBackend {
  return name === 'webgl2' ? webgl2({ size: SIZE, deadline: 1 }) : webgpu({ size: SIZE, deadline: 1 });
}

/** Where neither a context nor an adapter is to be had. */
async function stateWithoutGpu(name: Name): Promise<string> {
  if (name === 'webgpu')
    return openedState(webgpu({ size: SIZE, gpu: { requestAdapter: async () => null } }));
  const { OffscreenCanvas } = globalThis;
  globalThis.OffscreenCanvas = class {
    getContext() {
      return null;
    }
  } as unknown as typeof OffscreenCanvas;
  try {
    return await openedState(webgl2({ size: SIZE }));
  } finally {
    globalThis.OffscreenCanvas = OffscreenCanvas;
  }
}

async function openedState(backend: VisibilityBackend): Promise<string> {
  await backend.open();
  const state = await stateOf(backend);
  backend.close();
  return state;
}

async function faultsOf(name: Name): Promise<BackendFaults> {
  const { backend, lose, bringBack } = await breakable(name);
  await backend.open();
  const before = await stateOf(backend);
  const many = await manyAsks(backend);
  let isRefusedTwice = false;
  try {
    await backend.open();
  } catch {
    isRefusedTwice = true;
  }
  await lose();
  const lost = await stateOf(backend);
  await bringBack();
  const afterLoss = await stateOf(backend);
  const first = backend.ask(batchOf(2000).batch);
  const whileBusy = await stateOf(backend);
  await first;
  backend.close();
  const closed = await stateOf(backend);

  const late = hurried(name);
  await late.open();
  const lateState = await stateOf(late, 4000);
  late.close();
  const again = await breakable(name);
  await again.backend.open();
  const afterLate = await stateOf(again.backend);
  again.backend.close();

  const settings = { size: SIZE, deadline: 20_000 };
  return {
    before,
    lost,
    afterLoss,
    late: lateState,
    whileBusy,
    afterLate,
    nowhere: await stateWithoutGpu(name),
    withNull: await openedState(
      name === 'webgl2'
        ? webgl2({ ...settings, gl: null as unknown as WebGL2RenderingContext })
        : webgpu({ ...settings, device: null as unknown as DeviceLike, gpu: null as unknown as GpuLike }),
    ),
    closed,
    isRefusedTwice,
    many,
    engine: name === 'webgl2' ? await inEnginesContext() : await onEnginesDevice(),
    closedInEngine: name === 'webgl2' ? await closedInContext() : await closedOnDevice(),
  };
}

/** In a context that somebody else uses, everything is as it was afterwards. */
async function inEnginesContext(): Promise<BackendFaults['engine']> {
  const gl = document.createElement('canvas').getContext('webgl2');
  if (gl === null) throw new Error('there is no WebGL2 here');
  const texture = gl.createTexture();
  const framebuffer = gl.createFramebuffer();
  gl.activeTexture(gl.TEXTURE3);
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.activeTexture(gl.TEXTURE0);
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.activeTexture(gl.TEXTURE3);
  gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
  gl.bindRenderbuffer(gl.RENDERBUFFER, gl.createRenderbuffer());
  gl.bindBuffer(gl.PIXEL_UNPACK_BUFFER, gl.createBuffer());
  gl.bindVertexArray(gl.createVertexArray());
  gl.viewport(1, 2, 3, 4);
  gl.depthFunc(gl.NOTEQUAL);
  gl.depthMask(false);
  gl.depthRange(0.25, 0.75);
  gl.clearDepth(0.5);
  const sampler = gl.createSampler();
  gl.samplerParameteri(sampler, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
  gl.bindSampler(0, sampler);
  gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, true);
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 2);
  for (const name of TOGGLES) gl.enable(gl[name]);
  const before = stateOfContext(gl);
  const backend = webgl2({ gl, size: SIZE, deadline: 20_000 });
  await backend.open();
  const afterOpening = stateOfContext(gl);
  const answered = await stateOf(backend);
  const after = stateOfContext(gl);
  backend.close();
  const changed = Object.keys(before).filter(
    (key) => before[key] !== after[key] || before[key] !== afterOpening[key],
  );
  if (gl.isContextLost()) changed.push('the context');
  return { answered, changed };
}

const TOGGLES = [
  'CULL_FACE',
  'SCISSOR_TEST',
  'STENCIL_TEST',
  'BLEND',
  'POLYGON_OFFSET_FILL',
  'RASTERIZER_DISCARD',
] as const;
const PARAMETERS = [
  'CURRENT_PROGRAM',
  'VERTEX_ARRAY_BINDING',
  'DRAW_FRAMEBUFFER_BINDING',
  'READ_FRAMEBUFFER_BINDING',
  'RENDERBUFFER_BINDING',
  'TEXTURE_BINDING_2D',
  'PIXEL_UNPACK_BUFFER_BINDING',
  'ACTIVE_TEXTURE',
  'VIEWPORT',
  'DEPTH_FUNC',
  'DEPTH_WRITEMASK',
  'DEPTH_RANGE',
  'DEPTH_CLEAR_VALUE',
  'UNPACK_FLIP_Y_WEBGL',
  'UNPACK_ALIGNMENT',
] as const;

/** Objects by their identity, arrays by what is in them. */
function stateOfContext(gl: WebGL2RenderingContext): Record<string, unknown> {
  const state: Record<string, unknown> = {};
  for (const name of [...TOGGLES, 'DEPTH_TEST' as const]) state[name] = gl.isEnabled(gl[name]);
  for (const name of PARAMETERS) {
    const value: unknown = gl.getParameter(gl[name]);
    state[name] = ArrayBuffer.isView(value) ? String(value) : value;
  }
  const unit = gl.getParameter(gl.ACTIVE_TEXTURE);
  gl.activeTexture(gl.TEXTURE0);
  state.texture0 = gl.getParameter(gl.TEXTURE_BINDING_2D);
  state.sampler0 = gl.getParameter(gl.SAMPLER_BINDING);
  gl.activeTexture(unit);
  return state;
}

/** A device that somebody else uses goes on after the backend was closed. */
async function onEnginesDevice(): Promise<BackendFaults['engine']> {
  const device = await newDevice();
  const backend = webgpu({ device, size: SIZE, deadline: 20_000 });
  await backend.open();
  const answered = await stateOf(backend);
  backend.close();
  let isLost = false;
  void device.lost.then(() => {
    isLost = true;
  });
  await nextTask();
  device.pushErrorScope('validation');
  device.createBuffer({ size: 16, usage: 8 }).destroy();
  const error = await device.popErrorScope();
  device.destroy();
  return { answered, changed: isLost || error !== null ? ['the device'] : [] };
}

/** Closes the backend while it waits for answers, and lets some time pass. */
async function closedMidway(backend: VisibilityBackend): Promise<string> {
  await backend.open();
  const answer = backend.ask(batchOf(2000).batch);
  await Promise.resolve();
  backend.close();
  const found = await answer;
  await new Promise((resolve) => setTimeout(resolve, 50));
  return found.state === 'unknown' ? found.reason : found.state;
}

async function closedInContext(): Promise<BackendFaults['closedInEngine']> {
  const gl = document.createElement('canvas').getContext('webgl2');
  if (gl === null) throw new Error('there is no WebGL2 here');
  const answered = await closedMidway(webgl2({ gl, size: SIZE, deadline: 20_000 }));
  return { answered, error: gl.getError() === gl.NO_ERROR ? 'none' : 'some' };
}

async function closedOnDevice(): Promise<BackendFaults['closedInEngine']> {
  const device = await newDevice();
  let error = 'none';
  const events = device as unknown as EventTarget;
  events.addEventListener('uncapturederror', (event) => {
    error = (event as unknown as { error: { message: string } }).error.message;
  });
  const answered = await closedMidway(webgpu({ device, size: SIZE, deadline: 20_000 }));
  device.destroy();
  return { answered, error };
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

const QUADS = 40;

/** Two sheets on a slope, apart though their boxes are not, and one that crosses them. */
async function openSheets(visibility?: VisibilityBackend) {
  const world = createWorld();
  const plugin = await createCollisionPlugin(world, visibility === undefined ? {} : { visibility });
  const sheets = [0, 1, 2].map((which) => {
    const positions: number[] = [];
    const triangles: number[] = [];
    for (let row = 0; row <= QUADS; row++) {
      for (let column = 0; column <= QUADS; column++) {
        const [x, z] = [column / QUADS, row / QUADS];
        positions.push(...(which < 2 ? [x - 0.1 * which, x + 0.1 * which, z] : [x, 1 - x, z]));
        const at = row * (QUADS + 1) + column;
        if (row < QUADS && column < QUADS) {
          triangles.push(at, at + 1, at + QUADS + 1, at + 1, at + QUADS + 2, at + QUADS + 1);
        }
      }
    }
    const entity = addEntity(world);
    const settings = { gpuCulling: GPU_CULLING_ON, selfCollision: 0 };
    plugin.addDeformable(entity, { positions, triangles, settings });
    return { entity, positions: Float64Array.from(positions) };
  });
  const move = (step: number) => {
    for (const { entity, positions } of sheets) {
      plugin.moveVertices(
        entity,
        positions.map((value, p) => value + (p % 3 === 1 ? 0.001 * step : 0)),
      );
    }
  };
  return { plugin, move };
}

/** The longest time between two turns of the event loop while something goes on. */
async function longestWaitIn(something: () => Promise<void>): Promise<{ longest: number; frames: number }> {
  let longest = 0;
  let frames = 0;
  let last = performance.now();
  let isDone = false;
  const beat = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    frames++;
    if (!isDone) setTimeout(beat, 0);
  };
  beat();
  await something();
  isDone = true;
  return { longest, frames };
}

/** Notes calls of WebGL2 that wait for the GPU; those of WebGPU never do. */
function noteBlockingCalls(): string[] {
  const noted: string[] = [];
  const { prototype } = WebGL2RenderingContext;
  const { getProgramParameter, getQueryParameter } = prototype;
  for (const name of ['finish', 'readPixels', 'getBufferSubData', 'clientWaitSync'] as const) {
    prototype[name] = () => {
      noted.push(name);
      return 0 as never;
    };
  }
  const available = new WeakSet<WebGLQuery>();
  prototype.getQueryParameter = function (query, what) {
    const answer = getQueryParameter.call(this, query, what);
    if (what === this.QUERY_RESULT_AVAILABLE && answer === true) available.add(query);
    if (what === this.QUERY_RESULT && !available.has(query)) noted.push('QUERY_RESULT');
    return answer;
  };
  const linked = new WeakSet<WebGLProgram>();
  prototype.getProgramParameter = function (program, what) {
    const parallel = this.getExtension('KHR_parallel_shader_compile');
    const answer = getProgramParameter.call(this, program, what);
    if (what === parallel?.COMPLETION_STATUS_KHR && answer === true) linked.add(program);
    if (what === this.LINK_STATUS && parallel !== null && !linked.has(program)) noted.push('LINK_STATUS');
    return answer;
  };
  return noted;
}

async function stepInPage(name: Name): Promise<StepsInPage> {
  const blocking = noteBlockingCalls();
  const size = 128;
  const backend = name === 'webgl2' ? webgl2({ size, deadline: 60_000 }) : webgpu({ size, deadline: 60_000 });
  const culled = await openSheets(backend);
  const bare = await openSheets();
  let occluded = 0;
  const contacts = { culled: 0, bare: 0 };
  const STEPS = 6;
  // The first step compiles shaders and grows buffers.
  culled.move(0);
  await culled.plugin.stepAsync();
  bare.move(0);
  bare.plugin.step();
  const asking = await longestWaitIn(async () => {
    for (let step = 1; step < STEPS; step++) {
      culled.move(step);
      await culled.plugin.stepAsync();
      occluded += culled.plugin.counters.occludedPairs;
      contacts.culled += culled.plugin.contacts.count;
      await nextTask();
    }
  });
  const atRest = await longestWaitIn(async () => {
    for (let step = 1; step < STEPS; step++) {
      bare.move(step);
      bare.plugin.step();
      contacts.bare += bare.plugin.contacts.count;
      await nextTask();
    }
  });
  const faults = culled.plugin.counters.occlusionFaults;
  culled.plugin.dispose();
  bare.plugin.dispose();
  return {
    frames: asking.frames,
    blocking,
    longestWait: { whileAsking: asking.longest, atRest: atRest.longest },
    occluded,
    contacts,
    faults,
  };
}

Object.assign(globalThis, { faultsOf, stepInPage });

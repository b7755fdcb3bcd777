import { ASK, COMMAND_WORDS, type VisibilityBatch, type VisibilityPass } from '../visibility/backend.js';
import { FOOTPRINT_WORDS } from '../visibility/footprint.js';
import { FOOTPRINT_WGSL } from './webgpu-shader.js';
import {
  type BufferLike,
  COPY_DST,
  COPY_SRC,
  type DeviceLike,
  type EncoderLike,
  MAP_READ,
  type PassLike,
  QUERY_RESOLVE,
  type QuerySetLike,
  RENDER_ATTACHMENT,
  STAGE_VERTEX_AND_FRAGMENT,
  STORAGE,
  type TextureLike,
  UNIFORM,
} from './webgpu-types.js';

/**
 * The specification's limit on a query set. All passes share sets, which are filled up before another one begins: a pass that
 * does not fit is cut, and goes on in the same depth buffer.
 */
const QUERIES_A_SET = 4096;
/** Results are resolved in 64 bits each; a set's lie where offsets may be, at multiples of 256. */
const RESULT_BYTES = 8;
const FOOTPRINT_BYTES = 4 * FOOTPRINT_WORDS;
/** What every device binds at once; more than is needed is not worth failing for. */
const LARGEST_BINDING = 2 ** 27;
const VERTICES = 4;

/** Pipelines, textures and buffers on one device. Lost with it. */
export class WebGpuMachine {
  readonly #device: DeviceLike;
  readonly #layout: object;
  readonly #draw: object;
  readonly #ask: object;
  readonly #depth: TextureLike;
  readonly #attachment: object;
  readonly #goOn: object;
  readonly #size: BufferLike;
  readonly #sets: QuerySetLike[] = [];
  #footprints: BufferLike | undefined;
  #results: BufferLike | undefined;
  #readback: BufferLike | undefined;
  #group: object | undefined;

  constructor(device: DeviceLike, size: number) {
    this.#device = device;
    this.#layout = device.createBindGroupLayout({
      entries: [
        { binding: 0, visibility: STAGE_VERTEX_AND_FRAGMENT, buffer: { type: 'read-only-storage' } },
        { binding: 1, visibility: STAGE_VERTEX_AND_FRAGMENT, buffer: { type: 'uniform' } },
      ],
    });
    const module = device.createShaderModule({ code: FOOTPRINT_WGSL });
    const layout = device.createPipelineLayout({ bindGroupLayouts: [this.#layout] });
    const pipeline = (entryPoint: string, depthCompare: string, depthWriteEnabled: boolean) =>
      device.createRenderPipeline({
        layout,
        vertex: { module, entryPoint: 'corner' },
        fragment: { module, entryPoint, targets: [] },
        primitive: { topology: 'triangle-strip' },
        depthStencil: { format: 'depth32float', depthCompare, depthWriteEnabled },
      });
    this.#draw = pipeline('near', 'less', true);
    this.#ask = pipeline('far', 'greater-equal', false);
    this.#depth = device.createTexture({
      size: [size, size],
      format: 'depth32float',
      usage: RENDER_ATTACHMENT,
    });
    const [view, depthClearValue, depthStoreOp] = [this.#depth.createView(), 1, 'store'];
    this.#attachment = { view, depthClearValue, depthStoreOp, depthLoadOp: 'clear' };
    this.#goOn = { view, depthStoreOp, depthLoadOp: 'load' };
    this.#size = device.createBuffer({ size: 16, usage: UNIFORM | COPY_DST });
    device.queue.writeBuffer(this.#size, 0, Int32Array.of(size, 0, 0, 0));
  }

  /** Encodes and submits all passes. Returns the buffer that the answers will be in. */
  submit(batch: VisibilityBatch): BufferLike {
    const asks = batch.passes.reduce((sum, pass) => sum + pass.askCount, 0);
    this.#makeRoom(batch.footprintCount, asks);
    const [footprints, results, readback] = [this.#footprints, this.#results, this.#readback] as BufferLike[];
    const words = batch.footprintCount * FOOTPRINT_WORDS;
    this.#device.queue.writeBuffer(footprints, 0, batch.footprints, 0, words);
    const encoder = this.#device.createCommandEncoder();
    let asked = 0;
    for (const pass of batch.passes) {
      this.#encodePass(encoder, pass, asked);
      asked += pass.askCount;
    }
    for (let first = 0; first < asked; first += QUERIES_A_SET) {
      const count = Math.min(asked - first, QUERIES_A_SET);
      encoder.resolveQuerySet(this.#setOf(first), 0, count, results, first * RESULT_BYTES);
    }
    if (asked > 0) encoder.copyBufferToBuffer(results, 0, readback, 0, asked * RESULT_BYTES);
    this.#device.queue.submit([encoder.finish()]);
    return readback;
  }

  /** Waits for the answers and copies them out, a byte each. */
  async read(readback: BufferLike, passes: readonly VisibilityPass[]): Promise<Uint8Array> {
    await readback.mapAsync(MAP_READ);
    const words = new Uint32Array(readback.getMappedRange());
    const seen = new Uint8Array(passes.reduce((sum, { askCount }) => sum + askCount, 0));
    for (let ask = 0; ask < seen.length; ask++) seen[ask] = words[2 * ask] | words[2 * ask + 1] ? 1 : 0;
    readback.unmap();
    return seen;
  }

  destroy(): void {
    for (const set of this.#sets) set.destroy();
    for (const buffer of [this.#footprints, this.#results, this.#readback, this.#size]) buffer?.destroy();
    this.#depth.destroy();
  }

  /** `query` is the number of its first ask among those of all passes. */
  #encodePass(encoder: EncoderLike, { commands, commandCount }: VisibilityPass, query: number): void {
    const end = commandCount * COMMAND_WORDS;
    let open = this.#beginPass(encoder, query, true);
    let set = Math.floor(query / QUERIES_A_SET);
    let wasAsk: boolean | undefined;
    for (let at = 0; at < end; at += COMMAND_WORDS) {
      const isAsk = commands[at] === ASK;
      if (isAsk && query >= (set + 1) * QUERIES_A_SET) {
        open.end();
        open = this.#beginPass(encoder, query, false);
        set++;
        wasAsk = undefined;
      }
      if (isAsk !== wasAsk) open.setPipeline(isAsk ? this.#ask : this.#draw);
      wasAsk = isAsk;
      if (isAsk) open.beginOcclusionQuery(query++ % QUERIES_A_SET);
      open.draw(VERTICES, commands[at + 2], 0, commands[at + 1]);
      if (isAsk) open.endOcclusionQuery();
    }
    open.end();
  }

  #beginPass(encoder: EncoderLike, query: number, isFirst: boolean): PassLike {
    const pass = encoder.beginRenderPass({
      colorAttachments: [],
      depthStencilAttachment: isFirst ? this.#attachment : this.#goOn,
      occlusionQuerySet: this.#setOf(query),
    });
    pass.setBindGroup(0, this.#group as object);
    return pass;
  }

  #setOf(query: number): QuerySetLike {
    const index = Math.floor(query / QUERIES_A_SET);
    this.#sets[index] ??= this.#device.createQuerySet({ type: 'occlusion', count: QUERIES_A_SET });
    return this.#sets[index];
  }

  #makeRoom(footprintCount: number, asks: number): void {
    const bytes = footprintCount * FOOTPRINT_BYTES;
    if ((this.#footprints?.size ?? 0) < bytes) {
      this.#footprints?.destroy();
      this.#footprints = this.#device.createBuffer({
        size: Math.max(bytes, Math.min(2 * bytes, LARGEST_BINDING)),
        usage: STORAGE | COPY_DST,
      });
      this.#group = this.#device.createBindGroup({
        layout: this.#layout,
        entries: [
          { binding: 0, resource: { buffer: this.#footprints } },
          { binding: 1, resource: { buffer: this.#size } },
        ],
      });
    }
    if ((this.#results?.size ?? 0) >= asks * RESULT_BYTES) return;
    this.#results?.destroy();
    this.#readback?.destroy();
    const size = 2 * asks * RESULT_BYTES;
    this.#results = this.#device.createBuffer({ size, usage: QUERY_RESOLVE | COPY_SRC });
    this.#readback = this.#device.createBuffer({ size, usage: COPY_DST | MAP_READ });
  }
}

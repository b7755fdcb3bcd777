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
  UNIFORM,
} from './webgpu-types.js';

/** The specification's limit on a query set. Longer passes are cut, and go on in the same depth buffer. */
export const QUERIES_A_SET = 4096;
/** Results are resolved in 64 bits each, to offsets that are multiples of this. */
const RESOLVE_ALIGNMENT = 256;
const RESULT_BYTES = 8;
const FOOTPRINT_BYTES = 4 * FOOTPRINT_WORDS;
const VERTICES = 4;

/** Pipelines, textures and buffers on one device. Lost with it. */
export class WebGpuMachine {
  readonly #device: DeviceLike;
  readonly #layout: object;
  readonly #draw: object;
  readonly #ask: object;
  readonly #depth: { createView(): object; destroy(): void };
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
    this.#size = device.createBuffer({ size: 16, usage: UNIFORM | COPY_DST });
    device.queue.writeBuffer(this.#size, 0, Int32Array.of(size, 0, 0, 0));
  }

  /** Encodes and submits all passes. Returns the buffer that the answers will be in. */
  submit(batch: VisibilityBatch): BufferLike {
    const asks = batch.passes.reduce((sum, pass) => sum + alignedAsks(pass.askCount), 0);
    this.#makeRoom(batch.footprintCount, asks);
    const [footprints, results, readback] = [this.#footprints, this.#results, this.#readback] as BufferLike[];
    this.#device.queue.writeBuffer(
      footprints,
      0,
      batch.footprints,
      0,
      batch.footprintCount * FOOTPRINT_WORDS,
    );
    const encoder = this.#device.createCommandEncoder();
    const position = { set: 0, offset: 0 };
    for (const pass of batch.passes) this.#encodePass(encoder, pass, results, position);
    if (position.offset > 0) encoder.copyBufferToBuffer(results, 0, readback, 0, position.offset);
    this.#device.queue.submit([encoder.finish()]);
    return readback;
  }

  /** Waits for the answers and copies them out, a byte each. */
  async read(readback: BufferLike, passes: readonly VisibilityPass[]): Promise<Uint8Array> {
    await readback.mapAsync(MAP_READ);
    const words = new Uint32Array(readback.getMappedRange());
    const seen = new Uint8Array(passes.reduce((sum, { askCount }) => sum + askCount, 0));
    let word = 0;
    let at = 0;
    for (const { askCount } of passes) {
      for (let ask = 0; ask < askCount; ask++) {
        seen[at++] = words[word + 2 * ask] | words[word + 2 * ask + 1] ? 1 : 0;
      }
      word += 2 * alignedAsks(askCount);
    }
    readback.unmap();
    return seen;
  }

  destroy(): void {
    for (const set of this.#sets) set.destroy();
    for (const buffer of [this.#footprints, this.#results, this.#readback, this.#size]) buffer?.destroy();
    this.#depth.destroy();
  }

  #encodePass(
    encoder: EncoderLike,
    pass: VisibilityPass,
    results: BufferLike,
    position: { set: number; offset: number },
  ): void {
    const { commands, commandCount } = pass;
    let command = 0;
    let isFirst = true;
    while (command < commandCount) {
      const set = this.#querySet(position.set++);
      const open = this.#beginPass(encoder, set, isFirst);
      let asked = 0;
      let wasAsk: boolean | undefined;
      for (; command < commandCount; command++) {
        const at = command * COMMAND_WORDS;
        const isAsk = commands[at] === ASK;
        if (isAsk && asked === QUERIES_A_SET) break;
        if (isAsk !== wasAsk) open.setPipeline(isAsk ? this.#ask : this.#draw);
        wasAsk = isAsk;
        if (isAsk) open.beginOcclusionQuery(asked++);
        open.draw(VERTICES, commands[at + 2], 0, commands[at + 1]);
        if (isAsk) open.endOcclusionQuery();
      }
      open.end();
      encoder.resolveQuerySet(set, 0, asked, results, position.offset);
      position.offset += alignedAsks(asked) * RESULT_BYTES;
      isFirst = false;
    }
  }

  #beginPass(encoder: EncoderLike, set: QuerySetLike, isFirst: boolean): PassLike {
    const pass = encoder.beginRenderPass({
      colorAttachments: [],
      depthStencilAttachment: {
        view: this.#depth.createView(),
        depthClearValue: 1,
        depthLoadOp: isFirst ? 'clear' : 'load',
        depthStoreOp: 'store',
      },
      occlusionQuerySet: set,
    });
    pass.setBindGroup(0, this.#group as object);
    return pass;
  }

  #querySet(index: number): QuerySetLike {
    this.#sets[index] ??= this.#device.createQuerySet({ type: 'occlusion', count: QUERIES_A_SET });
    return this.#sets[index];
  }

  #makeRoom(footprintCount: number, asks: number): void {
    if ((this.#footprints?.size ?? 0) < footprintCount * FOOTPRINT_BYTES) {
      this.#footprints?.destroy();
      this.#footprints = this.#device.createBuffer({
        size: 2 * footprintCount * FOOTPRINT_BYTES,
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

/** Room that so many answers take: each pass begins where results may be resolved to. */
function alignedAsks(asks: number): number {
  const step = RESOLVE_ALIGNMENT / RESULT_BYTES;
  return Math.ceil(asks / step) * step;
}

import type { ClusterPairs } from '../visibility/cluster-pairs.js';
import { BOX_NUMBERS, type SweptClusters } from '../visibility/swept-clusters.js';
import { inErrorScopes } from './error-scopes.js';
import {
  type BufferLike,
  COPY_DST,
  COPY_SRC,
  type DeviceLike,
  MAP_READ,
  STAGE_COMPUTE,
  STORAGE,
} from './webgpu-types.js';

const WORKGROUP = 64;
const COUNTER_BYTES = 4;
const PAIR_BYTES = 8;
/** Boxes in f32, and the object: 8 words, two vectors. */
const BOX_WORDS = 8;

const SWEEP_WGSL = `
struct Box { low: vec3f, object: u32, high: vec3f, unused: u32 }
@group(0) @binding(0) var<storage, read> boxes: array<Box>;
@group(0) @binding(1) var<storage, read_write> found: atomic<u32>;
@group(0) @binding(2) var<storage, read_write> pairs: array<vec2u>;

@compute @workgroup_size(${WORKGROUP}) fn sweep(@builtin(global_invocation_id) id: vec3u) {
  let count = arrayLength(&boxes);
  if (id.x >= count) { return; }
  let own = boxes[id.x];
  for (var other = id.x + 1u; other < count; other++) {
    let box = boxes[other];
    if (box.low.x > own.high.x) { break; }
    if (box.object == own.object || any(box.low > own.high) || any(own.low > box.high)) { continue; }
    let at = atomicAdd(&found, 1u);
    if (at < arrayLength(&pairs)) { pairs[at] = vec2u(id.x, other); }
  }
}
`;

/**
 * Sweep and prune on the GPU: the pairs that `SweepAndPrune` finds, in its order. The GPU sweeps boxes that are rounded
 * outward to f32, so it finds those pairs and maybe a few more; these are taken out here. What goes wrong is thrown, and
 * the processor finds the pairs as ever.
 */
export class WebGpuSweep {
  readonly #device: DeviceLike;
  readonly #layout: object;
  readonly #pipeline: object;
  #room = 1 << 14;

  constructor(device: DeviceLike) {
    this.#device = device;
    const storage = (binding: number, type: string) => ({
      binding,
      visibility: STAGE_COMPUTE,
      buffer: { type },
    });
    this.#layout = device.createBindGroupLayout({
      entries: [storage(0, 'read-only-storage'), storage(1, 'storage'), storage(2, 'storage')],
    });
    this.#pipeline = device.createComputePipeline({
      layout: device.createPipelineLayout({ bindGroupLayouts: [this.#layout] }),
      compute: { module: device.createShaderModule({ code: SWEEP_WGSL }), entryPoint: 'sweep' },
    });
  }

  /** Fills `pairs` with the pairs of clusters whose boxes touch. */
  async find(clusters: SweptClusters, pairs: ClusterPairs): Promise<void> {
    pairs.clear();
    if (clusters.count < 2) return;
    const order = sortedByLowX(clusters);
    const boxes = roundedBoxes(clusters, order);
    let found = await this.#sweep(boxes, clusters.count);
    // Nothing is lost where the room was too small: it is made larger, and the sweep run again.
    while (found.count > this.#room) {
      this.#room = 2 * found.count;
      found = await this.#sweep(boxes, clusters.count);
    }
    const keys = found.pairs.subarray(0, 2 * found.count);
    for (const [p, q] of inOrder(keys)) {
      if (boxesTouch(clusters.boxes, order[p], order[q])) pairs.add(order[p], order[q]);
    }
  }

  async #sweep(boxes: ArrayBuffer, count: number): Promise<{ count: number; pairs: Uint32Array }> {
    const device = this.#device;
    const bytes = COUNTER_BYTES + this.#room * PAIR_BYTES;
    const made: BufferLike[] = [];
    const buffer = (size: number, usage: number) => {
      const one = device.createBuffer({ size, usage });
      made.push(one);
      return one;
    };
    try {
      const { result: readback, fault } = inErrorScopes(device, () => {
        const input = buffer(boxes.byteLength, STORAGE | COPY_DST);
        const counter = buffer(COUNTER_BYTES, STORAGE | COPY_SRC);
        const output = buffer(this.#room * PAIR_BYTES, STORAGE | COPY_SRC);
        const answers = buffer(bytes, COPY_DST | MAP_READ);
        device.queue.writeBuffer(input, 0, new Uint8Array(boxes));
        const resources = [input, counter, output];
        const group = device.createBindGroup({
          layout: this.#layout,
          entries: resources.map((resource, binding) => ({ binding, resource: { buffer: resource } })),
        });
        const encoder = device.createCommandEncoder();
        const pass = encoder.beginComputePass();
        pass.setPipeline(this.#pipeline);
        pass.setBindGroup(0, group);
        pass.dispatchWorkgroups(Math.ceil(count / WORKGROUP));
        pass.end();
        encoder.copyBufferToBuffer(counter, 0, answers, 0, COUNTER_BYTES);
        encoder.copyBufferToBuffer(output, 0, answers, COUNTER_BYTES, this.#room * PAIR_BYTES);
        device.queue.submit([encoder.finish()]);
        return answers;
      });
      await readback.mapAsync(MAP_READ);
      const words = new Uint32Array(readback.getMappedRange().slice(0));
      readback.unmap();
      const problem = await fault;
      if (problem !== undefined) throw new Error(`the sweep failed: ${problem}`);
      return { count: words[0], pairs: words.subarray(1) };
    } finally {
      for (const each of made) each.destroy();
    }
  }
}

function sortedByLowX({ boxes, count }: SweptClusters): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, k) => k);
  return order.sort((p, q) => boxes[p * BOX_NUMBERS] - boxes[q * BOX_NUMBERS] || p - q);
}

/** Outward to f32, in the order given: boxes that touch in f64 do here. Rounding keeps the order of what is sorted. */
function roundedBoxes({ boxes, object }: SweptClusters, order: Uint32Array): ArrayBuffer {
  const f32 = new Float32Array(order.length * BOX_WORDS);
  const u32 = new Uint32Array(f32.buffer);
  for (let i = 0; i < order.length; i++) {
    const from = order[i] * BOX_NUMBERS;
    const to = i * BOX_WORDS;
    for (let axis = 0; axis < 3; axis++) {
      f32[to + axis] = nextDown(boxes[from + axis]);
      f32[to + 4 + axis] = -nextDown(-boxes[from + 3 + axis]);
    }
    u32[to + 3] = object[order[i]];
  }
  return f32.buffer;
}

const FLOAT = new Float32Array(1);
const BITS = new Int32Array(FLOAT.buffer);
/** GPUs may take the smallest numbers for 0: what is rounded ends up at 0 or beyond them. */
const SMALLEST_NORMAL = 2 ** -126;

/** GPUs may take infinities for anything: what lies beyond is put here, which keeps what touches touching. */
const LARGEST = (2 - 2 ** -23) * 2 ** 127;

/** The largest f32 that is not larger, that no GPU flushes and that is finite. */
function nextDown(value: number): number {
  if (Math.abs(value) < SMALLEST_NORMAL) return value < 0 ? -SMALLEST_NORMAL : 0;
  if (Math.abs(value) >= LARGEST) return value < 0 ? -LARGEST : LARGEST;
  FLOAT[0] = value;
  if (FLOAT[0] <= value) return FLOAT[0];
  BITS[0] += FLOAT[0] > 0 ? -1 : 1;
  return FLOAT[0];
}

/** Threads append in any order: by the first and the second, as one sweep finds them. */
function inOrder(pairs: Uint32Array): (readonly [number, number])[] {
  const list: (readonly [number, number])[] = [];
  for (let i = 0; i < pairs.length; i += 2) list.push([pairs[i], pairs[i + 1]]);
  return list.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

function boxesTouch(boxes: Float64Array, p: number, q: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    if (boxes[p * BOX_NUMBERS + axis] > boxes[q * BOX_NUMBERS + 3 + axis]) return false;
    if (boxes[q * BOX_NUMBERS + axis] > boxes[p * BOX_NUMBERS + 3 + axis]) return false;
  }
  return true;
}

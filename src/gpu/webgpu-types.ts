// What this backend uses of WebGPU, so that neither a browser's types nor Node's are needed to compile against it.

/** `navigator.gpu`, or what stands for it in Node, as far as it is used here. */
export interface GpuLike {
  requestAdapter(options?: object): Promise<AdapterLike | null>;
}

export interface AdapterLike {
  requestDevice(descriptor?: object): Promise<DeviceLike>;
}

/** A device of WebGPU, as far as it is used here. */
export interface DeviceLike {
  readonly lost: Promise<{ readonly reason?: string; readonly message: string }>;
  readonly queue: {
    submit(commands: Iterable<unknown>): void;
    writeBuffer(
      buffer: BufferLike,
      offset: number,
      data: ArrayBufferView,
      from?: number,
      size?: number,
    ): void;
  };
  createBuffer(descriptor: object): BufferLike;
  createTexture(descriptor: object): TextureLike;
  createShaderModule(descriptor: object): object;
  createRenderPipeline(descriptor: object): object;
  createComputePipeline(descriptor: object): object;
  createBindGroupLayout(descriptor: object): object;
  createPipelineLayout(descriptor: object): object;
  createBindGroup(descriptor: object): object;
  createQuerySet(descriptor: object): QuerySetLike;
  createCommandEncoder(): EncoderLike;
  pushErrorScope(filter: 'validation' | 'out-of-memory' | 'internal'): void;
  popErrorScope(): Promise<{ readonly message: string } | null>;
  destroy(): void;
}

export interface BufferLike {
  readonly size: number;
  mapAsync(mode: number): Promise<unknown>;
  getMappedRange(offset?: number, size?: number): ArrayBuffer;
  unmap(): void;
  destroy(): void;
}

export interface TextureLike {
  createView(): object;
  destroy(): void;
}

export interface QuerySetLike {
  destroy(): void;
}

export interface EncoderLike {
  beginRenderPass(descriptor: object): PassLike;
  beginComputePass(): ComputePassLike;
  resolveQuerySet(set: QuerySetLike, first: number, count: number, to: BufferLike, offset: number): void;
  copyBufferToBuffer(from: BufferLike, start: number, to: BufferLike, offset: number, size: number): void;
  finish(): object;
}

export interface PassLike {
  setPipeline(pipeline: object): void;
  setBindGroup(index: number, group: object | null): void;
  beginOcclusionQuery(index: number): void;
  endOcclusionQuery(): void;
  draw(vertices: number, instances: number, firstVertex: number, firstInstance: number): void;
  end(): void;
}

export interface ComputePassLike {
  setPipeline(pipeline: object): void;
  setBindGroup(index: number, group: object | null): void;
  dispatchWorkgroups(count: number): void;
  end(): void;
}

/** Flags as the specification numbers them. */
export const MAP_READ = 0x1;
export const COPY_SRC = 0x4;
export const COPY_DST = 0x8;
export const UNIFORM = 0x40;
export const STORAGE = 0x80;
export const QUERY_RESOLVE = 0x200;
export const RENDER_ATTACHMENT = 0x10;
export const STAGE_VERTEX_AND_FRAGMENT = 0x3;
export const STAGE_COMPUTE = 0x4;

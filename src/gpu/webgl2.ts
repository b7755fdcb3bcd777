import type { VisibilityAnswer, VisibilityBackend, VisibilityBatch } from '../visibility/backend.js';
import { type PictureOptions, QueryBackend, unknown } from './query-backend.js';
import { WebGl2Machine } from './webgl2-machine.js';
import { keepingState } from './webgl2-state.js';

/** What `webgl2` takes. Everything has a default. */
export interface WebGl2Options extends PictureOptions {
  /** A context that exists already, such as the scene's engine's. It stays its owner's, and its state as it was. */
  readonly gl?: WebGL2RenderingContext;
}

/** Occlusion queries of raw WebGL2, in a context of its own unless it is given one. */
export function webgl2(options: WebGl2Options = {}): VisibilityBackend {
  return new WebGl2(options);
}

class WebGl2 extends QueryBackend<WebGl2Machine> {
  readonly #given: WebGL2RenderingContext | undefined;
  #gl: WebGL2RenderingContext | undefined;

  constructor(options: WebGl2Options) {
    super('webgl2', options);
    this.#given = options.gl ?? undefined;
  }

  protected start(): void {
    try {
      this.#gl ??= this.#given ?? ownContext();
      const gl = this.#gl;
      if (gl === undefined) this.problem = 'there is no WebGL2 here';
      else this.machine = this.#inContext(gl, () => new WebGl2Machine(gl, this.size));
    } catch (error) {
      this.problem = (error as Error).message;
    }
  }

  /** Browsers give a context back only to who asks for it: its own is made anew, another's is waited for. */
  protected noticeLoss(): boolean {
    if (!this.#gl?.isContextLost()) return false;
    this.machine = undefined;
    this.problem = 'the context was lost';
    if (this.#given === undefined) this.#gl = undefined;
    return true;
  }

  protected async askMachine(machine: WebGl2Machine, batch: VisibilityBatch): Promise<VisibilityAnswer> {
    this.isBusy = true;
    try {
      return await this.#askContext(machine, this.#gl as WebGL2RenderingContext, batch);
    } finally {
      this.isBusy = false;
    }
  }

  async #askContext(
    machine: WebGl2Machine,
    gl: WebGL2RenderingContext,
    batch: VisibilityBatch,
  ): Promise<VisibilityAnswer> {
    const start = performance.now();
    const last = this.#inContext(gl, () => machine.submit(batch));
    const encodeMs = performance.now() - start;
    while (!machine.isAvailable(last)) {
      if (gl.isContextLost()) return unknown('the context was lost');
      if (performance.now() > start + this.deadline) return unknown('the answers came too late');
      await nextTask();
    }
    const asked = batch.passes.reduce((sum, { askCount }) => sum + askCount, 0);
    const seen = machine.read(asked);
    const fault = gl.getError();
    // A lost context answers every query with true and then with nothing: only what is asked after reading is certain.
    if (fault !== gl.NO_ERROR || gl.isContextLost()) {
      this.discard(machine);
      return unknown(`WebGL reports error ${fault}`);
    }
    return { state: 'answered', seen, encodeMs };
  }

  protected discard(machine: WebGl2Machine): void {
    if (this.#gl?.isContextLost() === false) machine.destroy();
    if (this.machine === machine) this.machine = undefined;
  }

  protected release(): void {
    if (this.#gl?.isContextLost() === false) this.machine?.destroy();
    if (this.#given === undefined) this.#gl?.getExtension('WEBGL_lose_context')?.loseContext();
    this.#gl = undefined;
  }

  #inContext<Result>(gl: WebGL2RenderingContext, draw: () => Result): Result {
    return this.#given === undefined ? draw() : keepingState(gl, draw);
  }
}

function ownContext(): WebGL2RenderingContext | undefined {
  const settings = {
    antialias: false,
    depth: false,
    alpha: false,
    powerPreference: 'high-performance',
  } as const;
  if (typeof OffscreenCanvas === 'function') {
    return asWebGl2(new OffscreenCanvas(1, 1).getContext('webgl2', settings));
  }
  return asWebGl2(globalThis.document?.createElement('canvas').getContext('webgl2', settings));
}

/** What a canvas gives for 'webgl2', which its types do not tell apart from other contexts. */
function asWebGl2(context: RenderingContext | OffscreenRenderingContext | null | undefined) {
  return (context ?? undefined) as WebGL2RenderingContext | undefined;
}

/** Results are never ready in the task that asked for them. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

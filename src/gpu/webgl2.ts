import { FirstContactError } from '../errors.js';
import type { VisibilityAnswer, VisibilityBackend, VisibilityBatch } from '../visibility/backend.js';
import type { View, ViewSet } from '../visibility/view.js';
import { checkedSize, checkedViews, DEFAULT_SIZE } from './picture.js';
import { WebGl2Machine } from './webgl2-machine.js';
import { keepingState } from './webgl2-state.js';

/** What `webgl2` takes. Everything has a default. */
export interface WebGl2Options {
  /** Pixels along a side; 256 by default. Any size is safe, more cull more. */
  readonly size?: number;
  /** Three slopes, the three axes, or all 13: more views cull more and cost more (docs/gpu.md). 'oblique' by default. */
  readonly views?: ViewSet;
  /** A context that exists already, such as the scene's engine's. It stays its owner's, and its state as it was. */
  readonly gl?: WebGL2RenderingContext;
  /** Answers that take longer, in milliseconds, are not used; 1,000 by default. */
  readonly deadline?: number;
}

const DEADLINE = 1000;

/** Occlusion queries of raw WebGL2, in a context of its own unless it is given one. */
export function webgl2(options: WebGl2Options = {}): VisibilityBackend {
  return new WebGl2(options);
}

class WebGl2 implements VisibilityBackend {
  readonly name = 'webgl2';
  readonly size: number;
  readonly views: readonly View[];
  readonly #options: WebGl2Options;
  #gl: WebGL2RenderingContext | undefined;
  #machine: WebGl2Machine | undefined;
  #problem = 'it was not opened';
  #isOpen = false;
  #isBusy = false;

  constructor(options: WebGl2Options) {
    this.size = checkedSize(options.size ?? DEFAULT_SIZE);
    this.views = checkedViews(options.views);
    this.#options = options;
  }

  /** Where there is no context, or none any more, nothing is culled; the next ask tries again. */
  open(): void {
    if (this.#isOpen) {
      throw new FirstContactError(
        'BACKEND_IN_USE',
        'The backend belongs to another plugin',
        'Make one with webgl2() for each plugin.',
      );
    }
    this.#isOpen = true;
    this.#start();
  }

  close(): void {
    this.#isOpen = false;
    if (this.#gl?.isContextLost() === false) this.#machine?.destroy();
    if (!this.#options.gl) this.#gl?.getExtension('WEBGL_lose_context')?.loseContext();
    this.#machine = undefined;
    this.#gl = undefined;
    this.#problem = 'it was closed';
  }

  async ask(batch: VisibilityBatch): Promise<VisibilityAnswer> {
    if (this.#isBusy) return unknown('the last answers are not there yet');
    if (this.#gl?.isContextLost()) {
      this.#machine = undefined;
      // Browsers give a context back only to who asks for it: its own is made anew, another's is waited for.
      if (!this.#options.gl) this.#gl = undefined;
      this.#problem = 'the context was lost';
    } else if (this.#machine === undefined && this.#isOpen) this.#start();
    if (this.#machine === undefined || this.#gl === undefined) return unknown(this.#problem);
    this.#isBusy = true;
    try {
      return await this.#askMachine(this.#machine, this.#gl, batch);
    } catch (error) {
      return unknown((error as Error).message);
    } finally {
      this.#isBusy = false;
    }
  }

  async #askMachine(
    machine: WebGl2Machine,
    gl: WebGL2RenderingContext,
    batch: VisibilityBatch,
  ): Promise<VisibilityAnswer> {
    const start = performance.now();
    const last = this.#inContext(gl, () => machine.submit(batch));
    const encodeMs = performance.now() - start;
    const deadline = start + (this.#options.deadline ?? DEADLINE);
    while (!machine.isAvailable(last)) {
      if (gl.isContextLost()) return unknown('the context was lost');
      if (performance.now() > deadline) return unknown('the answers came too late');
      await nextTask();
    }
    const asked = batch.passes.reduce((sum, { askCount }) => sum + askCount, 0);
    const seen = machine.read(asked);
    const fault = gl.getError();
    // A lost context answers every query with true and then with nothing: only what is asked after reading is certain.
    if (fault !== gl.NO_ERROR || gl.isContextLost()) {
      this.#discard(machine, gl);
      return unknown(`WebGL reports error ${fault}`);
    }
    return { state: 'answered', seen, encodeMs };
  }

  /** What an error left of its textures is not known: they are made anew. */
  #discard(machine: WebGl2Machine, gl: WebGL2RenderingContext): void {
    if (!gl.isContextLost()) machine.destroy();
    if (this.#machine === machine) this.#machine = undefined;
  }

  #start(): void {
    try {
      this.#gl ??= this.#options.gl ?? ownContext();
      const gl = this.#gl;
      if (gl === undefined) this.#problem = 'there is no WebGL2 here';
      else this.#machine = this.#inContext(gl, () => new WebGl2Machine(gl, this.size));
    } catch (error) {
      this.#problem = (error as Error).message;
    }
  }

  #inContext<Result>(gl: WebGL2RenderingContext, draw: () => Result): Result {
    return !this.#options.gl ? draw() : keepingState(gl, draw);
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

function unknown(reason: string): VisibilityAnswer {
  return { state: 'unknown', reason };
}

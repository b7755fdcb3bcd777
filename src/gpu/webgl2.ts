import type { VisibilityBackend, VisibilityBatch } from '../visibility/backend.js';
import { type PictureOptions, QueryBackend } from './query-backend.js';
import { nextTask } from './waiting.js';
import { WebGl2Machine } from './webgl2-machine.js';
import { linkedProgram } from './webgl2-program.js';
import { keepingState } from './webgl2-state.js';

/** What `webgl2` takes. Everything has a default. */
export interface WebGl2Options extends PictureOptions {
  /** A context that exists already, such as the scene's engine's. It stays its owner's, and its state as it was. */
  readonly gl?: WebGL2RenderingContext;
}

const LOST = 'the context was lost';
/** Milliseconds after which late answers are given up, and queries made anew. */
const PATIENCE = 10_000;

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

  protected async make(): Promise<WebGl2Machine | undefined> {
    this.#gl ??= this.#given ?? ownContext();
    const gl = this.#gl;
    if (gl === undefined) {
      this.problem = 'there is no WebGL2 here';
      return undefined;
    }
    const program = await linkedProgram(gl);
    return this.#inContext(gl, () => new WebGl2Machine(gl, this.size, program));
  }

  /** Browsers give a context back only to who asks for it: its own is made anew, another's is waited for. */
  protected noticeLoss(): boolean {
    if (!this.#gl?.isContextLost()) return false;
    this.machine = undefined;
    this.problem = LOST;
    if (this.#given === undefined) this.#gl = undefined;
    return true;
  }

  protected async submit(machine: WebGl2Machine, batch: VisibilityBatch): Promise<Uint8Array> {
    const gl = this.#gl as WebGL2RenderingContext;
    const last = this.#inContext(gl, () => machine.submit(batch));
    const patience = performance.now() + this.deadline + PATIENCE;
    // A query is asked whether it has an answer, and never for one that it does not have: that would block the page.
    while (!machine.isAvailable(last)) {
      await nextTask();
      if (this.machine !== machine) throw new Error(this.problem);
      if (gl.isContextLost()) throw new Error(LOST);
      if (performance.now() > patience) throw new Error('the answers never came');
    }
    const seen = machine.read(batch.passes.reduce((sum, { askCount }) => sum + askCount, 0));
    const fault = gl.getError();
    // A lost context answers every query with true and then with nothing: only what is asked after reading is certain.
    if (gl.isContextLost()) throw new Error(LOST);
    if (fault !== gl.NO_ERROR) throw new Error(`WebGL reports error ${fault}`);
    return seen;
  }

  protected destroy(machine: WebGl2Machine): void {
    machine.destroy();
  }

  protected release(): void {
    this.machine?.destroy();
    if (this.#given === undefined) this.#gl?.getExtension('WEBGL_lose_context')?.loseContext();
    this.#gl = undefined;
  }

  #inContext<Result>(gl: WebGL2RenderingContext, draw: () => Result): Result {
    if (gl.isContextLost()) throw new Error(LOST);
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

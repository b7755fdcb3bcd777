// Where there is no graphics card, the processor draws, and large meshes keep it from recording: it is given time between pictures.

/** Milliseconds that a picture may take without a rest behind it. */
const QUICK = 40;

export class DrawingPace {
  readonly #gl: WebGL2RenderingContext | null;
  #done: WebGLSync | null = null;
  #begunAt = 0;
  #restsUntil = 0;

  constructor(canvas: HTMLCanvasElement) {
    this.#gl = canvas.getContext('webgl2');
  }

  /** Right after all of a picture was asked for. */
  begun(): void {
    const gl = this.#gl;
    if (gl === null) return;
    this.#done = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
    this.#begunAt = performance.now();
  }

  /** Whether the picture before is there and, while it plays, what draws has rested for as long as it took. */
  isReady(isPlaying: boolean): boolean {
    const now = performance.now();
    if (this.#done !== null && !this.#isThere(this.#done)) return false;
    if (this.#done !== null) {
      this.#gl?.deleteSync(this.#done);
      this.#done = null;
      const took = now - this.#begunAt;
      this.#restsUntil = took > QUICK ? now + took : 0;
    }
    return !isPlaying || now >= this.#restsUntil;
  }

  #isThere(picture: WebGLSync): boolean {
    const gl = this.#gl;
    return gl === null || gl.isContextLost() || gl.getSyncParameter(picture, gl.SYNC_STATUS) === gl.SIGNALED;
  }
}

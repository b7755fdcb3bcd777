import { ASK, COMMAND_WORDS, type VisibilityBatch } from '../visibility/backend.js';
import { FOOTPRINT_WORDS } from '../visibility/footprint.js';
import { FOOTPRINTS_A_ROW, TEXELS_A_FOOTPRINT } from './webgl2-shader.js';

const WORDS_A_ROW = FOOTPRINTS_A_ROW * FOOTPRINT_WORDS;
const VERTICES = 4;

/** Program, textures and queries in one context. Lost with it. */
export class WebGl2Machine {
  readonly #gl: WebGL2RenderingContext;
  readonly #size: number;
  readonly #program: WebGLProgram;
  readonly #first: WebGLUniformLocation | null;
  readonly #isFar: WebGLUniformLocation | null;
  readonly #framebuffer: WebGLFramebuffer;
  readonly #depth: WebGLRenderbuffer;
  readonly #vertices: WebGLVertexArrayObject;
  readonly #texture: WebGLTexture;
  readonly #queries: WebGLQuery[] = [];
  #rows = 0;
  #staging = new Int32Array(0);

  constructor(gl: WebGL2RenderingContext, size: number, program: WebGLProgram) {
    this.#gl = gl;
    this.#size = size;
    this.#program = program;
    this.#first = gl.getUniformLocation(this.#program, 'first');
    this.#isFar = gl.getUniformLocation(this.#program, 'isFar');
    this.#framebuffer = gl.createFramebuffer();
    this.#depth = gl.createRenderbuffer();
    this.#vertices = gl.createVertexArray();
    this.#texture = gl.createTexture();
    gl.bindRenderbuffer(gl.RENDERBUFFER, this.#depth);
    gl.renderbufferStorage(gl.RENDERBUFFER, gl.DEPTH_COMPONENT32F, size, size);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#framebuffer);
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.RENDERBUFFER, this.#depth);
    gl.drawBuffers([gl.NONE]);
    const status = gl.checkFramebufferStatus(gl.FRAMEBUFFER);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    if (status !== gl.FRAMEBUFFER_COMPLETE) {
      this.destroy();
      throw new Error(`the framebuffer is incomplete (${status})`);
    }
    gl.useProgram(this.#program);
    gl.uniform1i(gl.getUniformLocation(this.#program, 'size'), size);
    gl.uniform1i(gl.getUniformLocation(this.#program, 'footprints'), 0);
    gl.useProgram(null);
  }

  /** Draws and asks. The answers are there when the query returned is available. */
  submit(batch: VisibilityBatch): WebGLQuery {
    const gl = this.#gl;
    this.#upload(batch);
    gl.useProgram(this.#program);
    gl.bindVertexArray(this.#vertices);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#framebuffer);
    gl.viewport(0, 0, this.#size, this.#size);
    for (const state of [gl.CULL_FACE, gl.SCISSOR_TEST, gl.STENCIL_TEST, gl.BLEND, gl.POLYGON_OFFSET_FILL]) {
      gl.disable(state);
    }
    gl.disable(gl.RASTERIZER_DISCARD);
    gl.enable(gl.DEPTH_TEST);
    gl.depthRange(0, 1);
    let asked = 0;
    for (const { commands, commandCount } of batch.passes) {
      gl.depthMask(true);
      gl.clearBufferfv(gl.DEPTH, 0, [1]);
      let wasAsk: boolean | undefined;
      for (let command = 0; command < commandCount; command++) {
        const at = command * COMMAND_WORDS;
        const isAsk = commands[at] === ASK;
        if (isAsk !== wasAsk) this.#setMode(isAsk);
        wasAsk = isAsk;
        gl.uniform1i(this.#first, commands[at + 1]);
        if (isAsk) gl.beginQuery(gl.ANY_SAMPLES_PASSED, this.#query(asked++));
        gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, VERTICES, commands[at + 2]);
        if (isAsk) gl.endQuery(gl.ANY_SAMPLES_PASSED);
      }
    }
    gl.flush();
    return this.#query(asked - 1);
  }

  isAvailable(query: WebGLQuery): boolean {
    return this.#gl.getQueryParameter(query, this.#gl.QUERY_RESULT_AVAILABLE) === true;
  }

  read(count: number): Uint8Array {
    const gl = this.#gl;
    const seen = new Uint8Array(count);
    for (let i = 0; i < count; i++) {
      const isThere = gl.getQueryParameter(this.#queries[i], gl.QUERY_RESULT_AVAILABLE) === true;
      if (!isThere) throw new Error(`answer ${i} is not there`);
      seen[i] = gl.getQueryParameter(this.#queries[i], gl.QUERY_RESULT) ? 1 : 0;
    }
    return seen;
  }

  destroy(): void {
    const gl = this.#gl;
    for (const query of this.#queries) gl.deleteQuery(query);
    gl.deleteTexture(this.#texture);
    gl.deleteVertexArray(this.#vertices);
    gl.deleteFramebuffer(this.#framebuffer);
    gl.deleteRenderbuffer(this.#depth);
    gl.deleteProgram(this.#program);
  }

  #setMode(isAsk: boolean): void {
    const gl = this.#gl;
    gl.depthFunc(isAsk ? gl.GEQUAL : gl.LESS);
    gl.depthMask(!isAsk);
    gl.uniform1i(this.#isFar, isAsk ? 1 : 0);
  }

  #query(index: number): WebGLQuery {
    this.#queries[index] ??= this.#gl.createQuery();
    return this.#queries[index];
  }

  #upload({ footprints, footprintCount }: VisibilityBatch): void {
    const gl = this.#gl;
    const rows = Math.ceil(footprintCount / FOOTPRINTS_A_ROW);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.#texture);
    if (rows > this.#rows) {
      const most: number = gl.getParameter(gl.MAX_TEXTURE_SIZE);
      if (rows > most) throw new Error(`there are too many footprints: ${footprintCount}`);
      this.#rows = Math.min(2 * rows, most);
      this.#staging = new Int32Array(this.#rows * WORDS_A_ROW);
      const width = FOOTPRINTS_A_ROW * TEXELS_A_FOOTPRINT;
      gl.texImage2D(
        gl.TEXTURE_2D,
        0,
        gl.RGBA32I,
        width,
        this.#rows,
        0,
        gl.RGBA_INTEGER,
        gl.INT,
        this.#staging,
      );
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    }
    this.#staging.set(footprints.subarray(0, footprintCount * FOOTPRINT_WORDS));
    const width = FOOTPRINTS_A_ROW * TEXELS_A_FOOTPRINT;
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, rows, gl.RGBA_INTEGER, gl.INT, this.#staging);
  }
}

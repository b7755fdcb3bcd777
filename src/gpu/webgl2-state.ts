const TOGGLES = [
  'CULL_FACE',
  'SCISSOR_TEST',
  'STENCIL_TEST',
  'BLEND',
  'POLYGON_OFFSET_FILL',
  'RASTERIZER_DISCARD',
  'DEPTH_TEST',
] as const;

/** Runs `draw` in a context that belongs to somebody else, and leaves its state as it was. */
export function keepingState<Result>(gl: WebGL2RenderingContext, draw: () => Result): Result {
  const program = gl.getParameter(gl.CURRENT_PROGRAM);
  const vertices = gl.getParameter(gl.VERTEX_ARRAY_BINDING);
  const drawTo = gl.getParameter(gl.DRAW_FRAMEBUFFER_BINDING);
  const readFrom = gl.getParameter(gl.READ_FRAMEBUFFER_BINDING);
  const renderbuffer = gl.getParameter(gl.RENDERBUFFER_BINDING);
  const viewport: Int32Array = gl.getParameter(gl.VIEWPORT);
  const depthFunc = gl.getParameter(gl.DEPTH_FUNC);
  const depthMask = gl.getParameter(gl.DEPTH_WRITEMASK);
  const depthRange: Float32Array = gl.getParameter(gl.DEPTH_RANGE);
  const unit = gl.getParameter(gl.ACTIVE_TEXTURE);
  const toggles = TOGGLES.map((name) => gl.isEnabled(gl[name]));
  const unpack: PixelStore[] = UNPACK.map((name) => [gl[name], gl.getParameter(gl[name])]);
  gl.activeTexture(gl.TEXTURE0);
  const texture = gl.getParameter(gl.TEXTURE_BINDING_2D);
  const sampler = gl.getParameter(gl.SAMPLER_BINDING);
  const buffer = gl.getParameter(gl.PIXEL_UNPACK_BUFFER_BINDING);
  gl.bindBuffer(gl.PIXEL_UNPACK_BUFFER, null);
  // One that filters would leave whole numbers unread.
  gl.bindSampler(0, null);
  for (const [name, value] of unpack)
    gl.pixelStorei(name, typeof value === 'boolean' ? false : name === gl.UNPACK_ALIGNMENT ? 4 : 0);
  try {
    return draw();
  } finally {
    gl.useProgram(program);
    gl.bindVertexArray(vertices);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, drawTo);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, readFrom);
    gl.bindRenderbuffer(gl.RENDERBUFFER, renderbuffer);
    gl.viewport(viewport[0], viewport[1], viewport[2], viewport[3]);
    gl.depthFunc(depthFunc);
    gl.depthMask(depthMask);
    gl.depthRange(depthRange[0], depthRange[1]);
    for (let i = 0; i < TOGGLES.length; i++) {
      if (toggles[i]) gl.enable(gl[TOGGLES[i]]);
      else gl.disable(gl[TOGGLES[i]]);
    }
    for (const [name, value] of unpack) gl.pixelStorei(name, value);
    gl.bindBuffer(gl.PIXEL_UNPACK_BUFFER, buffer);
    gl.bindSampler(0, sampler);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.activeTexture(unit);
  }
}

type PixelStore = [name: number, value: number | boolean];

const UNPACK = [
  'UNPACK_ALIGNMENT',
  'UNPACK_ROW_LENGTH',
  'UNPACK_IMAGE_HEIGHT',
  'UNPACK_SKIP_ROWS',
  'UNPACK_SKIP_PIXELS',
  'UNPACK_SKIP_IMAGES',
  'UNPACK_FLIP_Y_WEBGL',
  'UNPACK_PREMULTIPLY_ALPHA_WEBGL',
] as const;

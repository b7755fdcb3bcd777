import { nextTask } from './waiting.js';
import { FRAGMENT_GLSL, VERTEX_GLSL } from './webgl2-shader.js';

/**
 * The program that draws footprints. Asking whether a program has linked waits until it has, a frame and more for some
 * drivers: where the context can tell that it is done, that is waited for first, in tasks of their own.
 */
export async function linkedProgram(gl: WebGL2RenderingContext): Promise<WebGLProgram> {
  const program = startLinking(gl);
  const parallel = gl.getExtension('KHR_parallel_shader_compile');
  if (parallel !== null) {
    while (!gl.isContextLost() && gl.getProgramParameter(program, parallel.COMPLETION_STATUS_KHR) === false)
      await nextTask();
  }
  if (gl.getProgramParameter(program, gl.LINK_STATUS)) return program;
  const log = gl.getProgramInfoLog(program);
  gl.deleteProgram(program);
  throw new Error(gl.isContextLost() ? 'the context was lost' : `the shaders do not link: ${log}`);
}

function startLinking(gl: WebGL2RenderingContext): WebGLProgram {
  const program = gl.createProgram();
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, VERTEX_GLSL],
    [gl.FRAGMENT_SHADER, FRAGMENT_GLSL],
  ] as const) {
    const shader = gl.createShader(kind);
    if (shader === null) throw new Error('the context was lost');
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    gl.deleteShader(shader);
  }
  gl.linkProgram(program);
  return program;
}

import type { Surface } from '../plugin/surface.js';
import type { CollisionPlugin } from '../plugin.js';
import type { BabylonMesh } from './engine.js';

const POSITION = 'position';
const NORMAL = 'normal';

/**
 * A deformable's vertices and normals on their way to a Babylon mesh. Arrays are made once; between two steps, positions are
 * blended, and normals are those of the last step.
 */
export class Deformed {
  readonly #now: Surface;
  /** Before the last step, and at a fraction of it. Made when they are first asked for. */
  #before: Float32Array | undefined;
  #between: Float32Array | undefined;
  #notedAt = -1;
  #version = -1;
  /** What was uploaded is what there is now, not a fraction of the step. */
  #isShown = false;
  readonly #placed: Placed | undefined;

  /** `renderVertexOf`: where the mesh repeats vertices, which of ours each of its own is; `surface` is overwritten. */
  constructor(surface: Surface, renderVertexOf?: Uint32Array) {
    this.#now = surface;
    this.#placed = renderVertexOf && new Placed(renderVertexOf);
  }

  note(plugin: CollisionPlugin, entity: number): void {
    const { clock, components } = plugin;
    const version = components.Deformable.version[entity];
    if (this.#version !== version) plugin.readSurface(entity, this.#now);
    this.#version = version;
    this.#before ??= new Float32Array(this.#now.positions.length);
    this.#before.set(this.#now.positions);
    this.#notedAt = clock.step;
  }

  /** Uploads where something changed since the last time. */
  show(plugin: CollisionPlugin, entity: number, fraction: number, mesh: BabylonMesh): void {
    const version = plugin.components.Deformable.version[entity];
    const changed = version !== this.#version;
    if (changed) plugin.readSurface(entity, this.#now);
    this.#version = version;
    const before = this.#before;
    const isBetween = fraction < 1 && before !== undefined && this.#notedAt === plugin.clock.step - 1;
    if (isBetween) {
      this.#between ??= new Float32Array(this.#now.positions.length);
      blend(before, this.#now.positions, fraction, this.#between);
      this.#upload(mesh, this.#between);
    } else if (changed || !this.#isShown) this.#upload(mesh, this.#now.positions);
    this.#isShown = !isBetween;
  }

  #upload(mesh: BabylonMesh, positions: Float32Array): void {
    const { normals } = this.#now;
    const placed = this.#placed;
    mesh.updateVerticesData(POSITION, placed ? placed.positions(positions) : positions, true);
    mesh.updateVerticesData(NORMAL, placed ? placed.normals(normals) : normals);
  }
}

/** Values of our vertices, repeated for a mesh that has some of them several times. */
class Placed {
  readonly #source: Uint32Array;
  readonly #positions: Float32Array;
  readonly #normals: Float32Array;

  constructor(source: Uint32Array) {
    this.#source = source;
    this.#positions = new Float32Array(3 * source.length);
    this.#normals = new Float32Array(3 * source.length);
  }

  positions(of: Float32Array): Float32Array {
    return repeat(of, this.#source, this.#positions);
  }

  normals(of: Float32Array): Float32Array {
    return repeat(of, this.#source, this.#normals);
  }
}

function repeat(values: Float32Array, source: Uint32Array, out: Float32Array): Float32Array {
  for (let v = 0; v < source.length; v++) {
    const from = 3 * source[v];
    if (from >= values.length) continue; // no triangle uses it
    out[3 * v] = values[from];
    out[3 * v + 1] = values[from + 1];
    out[3 * v + 2] = values[from + 2];
  }
  return out;
}

function blend(from: Float32Array, to: Float32Array, fraction: number, out: Float32Array): void {
  for (let i = 0; i < to.length; i++) out[i] = from[i] + fraction * (to[i] - from[i]);
}

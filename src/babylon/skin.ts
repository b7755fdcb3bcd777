import type { BabylonMesh } from './engine.js';

const MATRIX = 16;
/** Bones that a vertex follows, in one attribute. */
const INFLUENCES = 4;

/** Where a skeleton puts the vertices of its mesh, in the mesh's own frame. Morph targets are left out. */
export class Skin {
  readonly #mesh: BabylonMesh;
  readonly #rest: Float64Array;
  /** Bones and weights, four a vertex, and four more where a file has them. */
  readonly #sets: readonly (readonly [bones: ArrayLike<number>, weights: ArrayLike<number>])[];
  readonly #matrix = new Float64Array(MATRIX);

  constructor(mesh: BabylonMesh) {
    this.#mesh = mesh;
    this.#rest = Float64Array.from(mesh.getVerticesData('position') ?? [], Math.fround);
    const names = [
      ['matricesIndices', 'matricesWeights'],
      ['matricesIndicesExtra', 'matricesWeightsExtra'],
    ];
    this.#sets = names.flatMap(([bones, weights]) => {
      const [boneData, weightData] = [mesh.getVerticesData(bones), mesh.getVerticesData(weights)];
      return boneData && weightData ? [[boneData, weightData] as const] : [];
    });
  }

  read<Out extends Float64Array>(out: Out): Out {
    const { skeleton } = this.#mesh;
    if (!skeleton || this.#sets.length === 0) {
      out.set(this.#rest);
      return out;
    }
    skeleton.prepare(true); // also where nothing was rendered since
    const bones = skeleton.getTransformMatrices(this.#mesh as never);
    const m = this.#matrix;
    for (let v = 0; 3 * v < this.#rest.length; v++) {
      this.#blend(v, bones);
      const x = this.#rest[3 * v];
      const y = this.#rest[3 * v + 1];
      const z = this.#rest[3 * v + 2];
      for (let k = 0; k < 3; k++) out[3 * v + k] = x * m[k] + y * m[4 + k] + z * m[8 + k] + m[12 + k];
    }
    return out;
  }

  /** The vertex's bones, weighted. */
  #blend(vertex: number, bones: Float32Array): void {
    this.#matrix.fill(0);
    for (let s = 0; s < this.#sets.length; s++) {
      const indices = this.#sets[s][0];
      const weights = this.#sets[s][1];
      for (let k = 0; k < INFLUENCES; k++) {
        const weight = weights[INFLUENCES * vertex + k];
        if (weight === 0) continue;
        const from = MATRIX * indices[INFLUENCES * vertex + k];
        for (let i = 0; i < MATRIX; i++) this.#matrix[i] += weight * bones[from + i];
      }
    }
  }
}

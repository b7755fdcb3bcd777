// The cloth, the ball and the floor as Babylon meshes that go where they are told.
import type { SceneMesh } from '../../scenes/meshes/index.js';
import type { SimulatedScene } from '../../scenes/simulated/simulated-scene.js';
import { Mesh } from '../shell/babylon.js';
import type { Stage } from '../shell/babylon-stage.js';
import { drawGround } from '../shell/ground.js';
import { drawOwnMesh } from '../shell/own-mesh.js';
import { clothNumbered, glazedMaterial, STILL, wovenMaterial } from '../shell/paint.js';
import { floorOf } from '../shell/simulated.js';
import type { RecordedStep } from './messages.js';
import { writeNormals } from './normals.js';
import { between } from './quantised.js';

/** The palette's orange: folds are seen best on it. */
const COLOUR = 0;

export class Picture {
  /** Of the cloth's vertices, as they are drawn. */
  readonly positions: Float32Array;
  readonly #normals: Float32Array;
  readonly #triangles: Uint32Array;
  readonly #cloth: Mesh;
  readonly #ball: Mesh;
  readonly #ground: Mesh;

  constructor(stage: Stage, { parts }: SimulatedScene) {
    const { scene } = stage;
    const [cloth, ball, floor] = parts;
    this.positions = Float32Array.from(cloth.mesh.positions);
    this.#triangles = cloth.mesh.triangles;
    this.#normals = normalsOf(cloth.mesh);
    // Flat, until the worker says how it lies.
    this.#cloth = drawOwnMesh(stage, 'cloth', cloth.mesh, this.#normals, true);
    // Its bounds change with every step, and it is always in the picture.
    this.#cloth.alwaysSelectAsActiveMesh = true;
    this.#cloth.material = wovenMaterial(scene, clothNumbered(COLOUR));
    this.#ball = drawOwnMesh(stage, 'ball', ball.mesh, normalsOf(ball.mesh));
    const glaze = glazedMaterial(scene);
    glaze.diffuseColor = STILL.clone();
    this.#ball.material = glaze;
    this.#ground = new Mesh('floor', scene);
    const slab = floorOf(floor.mesh.positions);
    if (slab && floor.kind === 'body') {
      drawGround(this.#ground, scene, floor.pose[1] + slab.height, slab.radius);
    }
  }

  /** Shows what lies a part of the way from one step to the next. */
  show(from: RecordedStep, to: RecordedStep, fraction: number): void {
    between(from.cloth, to.cloth, fraction, this.positions);
    writeNormals(this.positions, this.#triangles, this.#normals);
    this.#cloth.updateVerticesData('position', this.positions);
    this.#cloth.updateVerticesData('normal', this.#normals);
    const [x, y, z, qx, qy, qz, qw] = from.ball.map((value, i) => value + fraction * (to.ball[i] - value));
    this.#ball.position.set(x, y, z);
    this.#ball.rotationQuaternion ??= this.#ball.rotation.toQuaternion();
    this.#ball.rotationQuaternion.set(qx, qy, qz, qw).normalize();
  }

  dispose(): void {
    // Not their textures: the next ball mirrors the same studio.
    for (const { material } of [this.#cloth, this.#ball]) material?.dispose();
    for (const mesh of [this.#cloth, this.#ball, this.#ground]) mesh.dispose();
  }
}

function normalsOf({ positions, triangles }: SceneMesh): Float32Array {
  const out = new Float32Array(positions.length);
  writeNormals(Float32Array.from(positions), triangles, out);
  return out;
}

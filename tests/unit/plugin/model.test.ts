import { addEntity, removeEntity } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { gridMesh, icosphereMesh, tetrahedronMesh } from '../../../scenes/meshes/index.js';
import { MOTION_FIXED } from '../../../src/components/constants.js';
import { openScene, type Scene, verticesOf } from '../../support/colliders.js';
import { random } from '../../support/random.js';

const MESHES = [gridMesh({ columns: 5, rows: 4 }), icosphereMesh({ subdivisions: 1 }), tetrahedronMesh()];
const SEQUENCES = 1000;
const OPERATIONS = 12;

/** What the world should be, in plain objects. */
interface Expected {
  readonly mesh: number;
  readonly kind: 'rigid' | 'deformable';
  vertices: Float64Array;
}

/** Random additions, removals, motions and steps; each is told to the plugin and to the model. */
class Sequence {
  readonly #scene: Scene;
  readonly #next: () => number;
  readonly #model = new Map<number, Expected>();
  readonly #moved = new Map<number, Float64Array>();

  constructor(scene: Scene, seed: number) {
    this.#scene = scene;
    this.#next = random(seed);
  }

  run(): void {
    for (let i = 0; i < OPERATIONS; i++) {
      const dice = this.#next();
      if (dice < 0.35) this.#add();
      else if (dice < 0.5) this.#remove();
      else if (dice < 0.7) this.#move();
      else this.#step();
    }
    this.#step();
    this.#check();
    for (const entity of [...this.#model.keys()]) this.#forget(entity);
    this.#step();
  }

  #add(): void {
    const { world, plugin } = this.#scene;
    const entity = addEntity(world);
    const mesh = Math.floor(this.#next() * MESHES.length);
    const kind = this.#next() < 0.5 ? 'rigid' : 'deformable';
    if (kind === 'rigid') plugin.addRigidBody(entity, { ...MESHES[mesh], body: { motion: MOTION_FIXED } });
    else plugin.addDeformable(entity, MESHES[mesh]);
    this.#model.set(entity, { mesh, kind, vertices: MESHES[mesh].positions });
  }

  #remove(): void {
    const entity = this.#any();
    if (entity !== undefined) this.#forget(entity);
  }

  #forget(entity: number): void {
    const { world, plugin } = this.#scene;
    if (this.#next() < 0.5) plugin.removeCollider(entity);
    removeEntity(world, entity);
    this.#model.delete(entity);
    this.#moved.delete(entity);
  }

  #move(): void {
    const entity = this.#any();
    const expected = entity === undefined ? undefined : this.#model.get(entity);
    if (entity === undefined || expected?.kind !== 'deformable') return;
    const next = expected.vertices.map((value) => value + this.#next() - 0.5);
    this.#scene.plugin.moveVertices(entity, next);
    this.#moved.set(entity, next);
  }

  #step(): void {
    this.#scene.plugin.step();
    for (const [entity, next] of this.#moved) (this.#model.get(entity) as Expected).vertices = next;
    this.#moved.clear();
  }

  #check(): void {
    const { plugin } = this.#scene;
    const { MeshTopology, Bvh } = plugin.components;
    for (const [entity, { mesh, kind, vertices }] of this.#model) {
      expect(MeshTopology.triangleCount[entity]).toBe(MESHES[mesh].triangles.length / 3);
      if (kind === 'rigid') continue;
      expect(verticesOf(this.#scene, entity)).toEqual(vertices);
      const { minX, minY, minZ, maxX, maxY, maxZ } = Bvh;
      const low = [minX, minY, minZ].map((column) => column[entity]);
      const high = [maxX, maxY, maxZ].map((column) => column[entity]);
      expect(vertices.every((value, i) => value >= low[i % 3] && value <= high[i % 3])).toBe(true);
    }
  }

  #any(): number | undefined {
    const entities = [...this.#model.keys()];
    return entities[Math.floor(this.#next() * entities.length)];
  }
}

describe('a thousand random lives of a world', () => {
  test('agree with a model, and leave no memory behind', async () => {
    const scene = await openScene({ maxEntities: 100 });
    let halfway = 0;
    for (let seed = 1; seed <= SEQUENCES; seed++) {
      new Sequence(scene, seed).run();
      expect({ seed, blocks: scene.plugin.memory.blocks }).toEqual({ seed, blocks: 0 });
      if (seed === SEQUENCES / 2) halfway = scene.plugin.memory.liveBytes;
    }
    // what stages write into stays, and grows with the largest step; there may be one larger than the first half's
    expect(scene.plugin.memory.liveBytes).toBeLessThanOrEqual(2 * halfway);
    expect(halfway).toBeLessThan(4 << 20);
  });
});

import { addEntity, createWorld, removeEntity, type World } from 'bitecs';
import type { SceneMesh } from '../../scenes/meshes/index.js';
import { random } from '../../scenes/random.js';
import {
  type CollisionPlugin,
  createCollisionPlugin,
  FirstContactError,
  MOTION_FIXED,
  type PluginOptions,
} from '../../src/index.js';
import { badCalls } from './bad-calls.js';
import { newReport } from './report.js';
import { intersections, type Known, knownNow } from './surfaces.js';
import { type Breakable, FLOOR, loadBreakables, SOFT, SOLIDS } from './things.js';

const MOST_SOLIDS = 9;
const MOST_SOFT = 4;
/** Nothing that is put somewhere comes closer than this to anything. */
const APART = 1.6;

/** One plugin that lives through random scenes, one after the other. */
export class Lives {
  readonly report = newReport();
  readonly world: World = createWorld();
  plugin!: CollisionPlugin;
  #breakables: readonly Breakable[] = [];
  readonly known = new Map<number, Known>();
  #random: () => number = random(1);

  static async open(options: PluginOptions = {}): Promise<Lives> {
    const lives = new Lives();
    lives.plugin = await createCollisionPlugin(lives.world, { ...options, maxEntities: 4000 });
    return lives;
  }

  /** A scene of so many steps, and everything in it removed afterwards. What goes wrong names the seed and the step. */
  run(seed: number, steps: number): void {
    this.#random = random(seed);
    this.#breakables = loadBreakables(this.plugin);
    this.#enter(FLOOR, [0, -0.5, 0], MOTION_FIXED);
    for (let step = 0; step < steps; step++) {
      const place = `seed ${seed}, step ${step}`;
      this.#guarded(place, () => this.#act(place));
      this.#guarded(place, () => this.#step(place));
    }
    for (const entity of [...this.known.keys()]) this.#remove(entity);
    for (const { mesh } of this.#breakables) this.plugin.unloadMesh(mesh);
    this.plugin.step();
  }

  #guarded(place: string, call: () => void): void {
    try {
      call();
    } catch (error) {
      this.report.failures.push(`${place}: ${error instanceof Error ? error.stack : String(error)}`);
    }
  }

  #step(place: string): void {
    this.plugin.step();
    this.report.steps++;
    this.report.breaks += this.plugin.breaks.length;
    this.report.tears += this.plugin.tears.length;
    this.#takeUpPieces();
    const met = intersections(this.plugin, this.known);
    this.report.intersections += met;
    if (met > 0) this.report.failures.push(`${place}: ${met} pairs of an edge and a triangle meet`);
  }

  /** What broke or tore in the last step is other surfaces now, and more of them. */
  #takeUpPieces(): void {
    const { breaks, tears } = this.plugin;
    for (const { pieces } of breaks) for (const piece of pieces) this.#takeUp(piece);
    for (const { pieces } of tears) for (const { entity } of pieces) this.#takeUp(entity);
  }

  #takeUp(entity: number): void {
    this.known.set(entity, knownNow(this.plugin, this.world, entity));
  }

  #act(place: string): void {
    const dice = this.#random();
    if (dice < 0.05) this.#addSolid();
    else if (dice < 0.07) this.#addBreakable();
    else if (dice < 0.095) this.#addSoft();
    else if (dice < 0.125) this.#removeAny();
    else if (dice < 0.155) this.#teleport();
    else if (dice < 0.2) this.#kick();
    else if (dice < 0.215) this.#cut();
    else if (dice < 0.26) this.#callBadly(place);
    else if (dice < 0.265) this.#replay(place);
    else if (dice < 0.28) this.#sew();
  }

  #addSolid(): void {
    if (this.#entitiesOf('rigid').length > MOST_SOLIDS) return;
    this.#enter(this.#oneOf(SOLIDS), this.#freePlace(), 0);
  }

  #enter(mesh: SceneMesh, position: readonly [number, number, number], motion: number): void {
    const entity = addEntity(this.world);
    const body = { motion, mass: 1, wx: motion === 0 ? 4 * (this.#random() - 0.5) : 0 };
    this.plugin.addRigidBody(entity, { ...mesh, position, body });
    this.#takeUp(entity);
    this.report.added++;
  }

  #addSoft(): void {
    if (this.#entitiesOf('cloth').length >= MOST_SOFT) return;
    const { mesh, cloth } = this.#oneOf(SOFT);
    const entity = addEntity(this.world);
    const positions = this.#atFreePlace(mesh);
    this.plugin.addDeformable(entity, { ...mesh, positions, cloth, settings: { thickness: 0.01 } });
    this.#takeUp(entity);
    this.report.added++;
  }

  #addBreakable(): void {
    const { mesh, shape, isSoft } = this.#oneOf(this.#breakables);
    if (this.#entitiesOf(isSoft ? 'cloth' : 'rigid').length >= (isSoft ? MOST_SOFT : MOST_SOLIDS)) return;
    const entity = addEntity(this.world);
    const strength = 0.5 + 2 * this.#random();
    if (isSoft) {
      const cloth = { density: 5, shapeStiffness: 0.9 };
      this.plugin.addDeformable(entity, { mesh, strength, cloth, settings: { thickness: 0.001 } });
      this.plugin.placeVertices(entity, this.#atFreePlace(shape));
    } else {
      this.plugin.addRigidBody(entity, { mesh, strength, position: this.#freePlace(), body: { mass: 1 } });
    }
    this.#takeUp(entity);
    this.report.added++;
  }

  #atFreePlace({ positions }: SceneMesh): Float64Array {
    const place = this.#freePlace();
    return positions.map((value, i) => value + place[i % 3]);
  }

  #removeAny(): void {
    const entity = this.#any(this.#movable());
    if (entity !== undefined) this.#remove(entity);
  }

  #remove(entity: number): void {
    if (this.#random() < 0.5) this.plugin.removeCollider(entity);
    removeEntity(this.world, entity);
    this.known.delete(entity);
    this.report.removed++;
  }

  #teleport(): void {
    const entity = this.#any(this.#movable());
    if (entity === undefined) return;
    this.#put(entity);
    this.report.teleports++;
  }

  /** Somewhere where nothing is near. */
  #put(entity: number): void {
    const [x, y, z] = this.#freePlace();
    const { RigidBody, MeshTopology } = this.plugin.components;
    if (this.known.get(entity)?.kind === 'cloth') {
      const now = new Float64Array(3 * MeshTopology.vertexCount[entity]);
      this.plugin.readVertices(entity, now);
      const shift = [x - now[0], y - now[1], z - now[2]];
      this.plugin.placeVertices(
        entity,
        now.map((value, i) => value + shift[i % 3]),
      );
    } else {
      RigidBody.px[entity] = x;
      RigidBody.py[entity] = y;
      RigidBody.pz[entity] = z;
    }
  }

  #kick(): void {
    const entity = this.#any(this.#entitiesOf('rigid').slice(1));
    if (entity === undefined) return;
    const { vx, vy, vz, wy } = this.plugin.components.RigidBody;
    // mostly towards the middle, now and then as fast as a ball is hit
    const speed = this.#random() < 0.2 ? 60 : 6;
    for (const column of [vx, vy, vz]) column[entity] = speed * (this.#random() - 0.5);
    wy[entity] = 10 * (this.#random() - 0.5);
  }

  #cut(): void {
    const entity = this.#any(this.#entitiesOf('cloth'));
    if (entity === undefined) return;
    const known = this.known.get(entity) as Known;
    const faces = Array.from({ length: 4 + Math.floor(this.#random() * 20) }, (_, i) => i).filter(
      (face) => 3 * face < known.triangles.length,
    );
    try {
      const { pieces } = this.plugin.cut(entity, { faces });
      for (const { entity: piece } of pieces) this.#takeUp(piece);
      this.report.cuts++;
    } catch (error) {
      if (!(error instanceof FirstContactError)) throw error;
      this.report.refusedCuts++;
    }
  }

  /** Anything to anything, wherever it is: what cannot come together stays apart, or the seam breaks. */
  #sew(): void {
    const cloths = this.#entitiesOf('cloth');
    const [a, b] = [this.#any(cloths), this.#any(cloths)];
    if (a === undefined || b === undefined) return;
    const three = (entity: number) =>
      [0, 0, 0].map(() =>
        Math.floor(this.#random() * this.plugin.components.MeshTopology.vertexCount[entity]),
      );
    const [ofA, ofB] = [three(a), three(b)];
    if (a === b && ofA.some((vertex, i) => vertex === ofB[i])) return;
    this.plugin.sew(a, ofA, b, ofB, { strength: 20 * this.#random() });
    this.report.seams++;
  }

  #callBadly(place: string): void {
    const entity = this.#any(this.#movable());
    if (entity === undefined) return;
    const calls = badCalls(this.plugin, this.world, entity);
    const chosen = Math.floor(this.#random() * calls.length);
    this.report.badCalls++;
    try {
      calls[chosen]();
    } catch (error) {
      if (error instanceof FirstContactError) return;
      throw error;
    } finally {
      this.#takeUpPieces(); // some of them step
    }
    if (this.plugin.quarantined.has(entity)) {
      // what was set aside comes back where nothing went meanwhile
      this.#put(entity);
      return;
    }
    // rigid columns say nothing of a cloth
    if (this.known.get(entity)?.kind === 'cloth' && String(calls[chosen]).includes('column')) return;
    this.report.failures.push(`${place}: bad call ${chosen} was taken: ${calls[chosen]}`);
  }

  /** Three steps, twice, from the same snapshot. */
  #replay(place: string): void {
    const before = this.plugin.snapshot();
    const play = (then?: () => void) => {
      for (let k = 0; k < 3; k++) {
        this.plugin.step();
        then?.();
      }
      return this.plugin.snapshot();
    };
    const first = play();
    this.plugin.restore(before);
    const second = play(() => this.#takeUpPieces());
    if (Buffer.compare(first, second) !== 0) this.report.failures.push(`${place}: a replay went another way`);
    this.report.restores++;
  }

  #entitiesOf(kind: Known['kind']): number[] {
    return [...this.known].filter(([, known]) => known.kind === kind).map(([entity]) => entity);
  }

  /** All but the floor. */
  #movable(): number[] {
    return [...this.known.keys()].slice(1);
  }

  #oneOf<Thing>(things: readonly Thing[]): Thing {
    return things[Math.floor(this.#random() * things.length)];
  }

  #any(entities: readonly number[]): number | undefined {
    return entities[Math.floor(this.#random() * entities.length)];
  }

  /** A place above the floor where nothing is near, by the boxes of the last step and by where things were put since. */
  #freePlace(): [number, number, number] {
    const { Bvh, RigidBody } = this.plugin.components;
    for (let height = 1.5; ; height += 0.5) {
      const place: [number, number, number] = [
        6 * (this.#random() - 0.5),
        height + this.#random(),
        6 * (this.#random() - 0.5),
      ];
      const isFree = [...this.known].slice(1).every(([entity, { kind }]) => {
        const box = [Bvh.minX, Bvh.minY, Bvh.minZ, Bvh.maxX, Bvh.maxY, Bvh.maxZ].map(
          (column) => column[entity],
        );
        const put = [RigidBody.px[entity], RigidBody.py[entity], RigidBody.pz[entity]];
        const isFarFromBox = [0, 1, 2].some(
          (k) => place[k] < box[k] - APART || place[k] > box[k + 3] + APART,
        );
        const isFarFromPut = [0, 1, 2].some((k) => Math.abs(place[k] - put[k]) > APART);
        return isFarFromBox && (kind === 'cloth' || isFarFromPut);
      });
      if (isFree) return place;
    }
  }
}

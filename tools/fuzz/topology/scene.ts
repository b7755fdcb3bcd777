import { addEntity, hasComponent, removeEntity, type World } from 'bitecs';
import type { SceneMesh } from '../../../scenes/meshes/index.js';
import { random } from '../../../scenes/random.js';
import {
  ALL_STAGES,
  type CollisionPlugin,
  FirstContactError,
  MOTION_DYNAMIC,
  MOTION_FIXED,
  MOTION_KINEMATIC,
} from '../../../src/index.js';
import { faultsOf } from './compare.js';
import { meetingWithCloth } from './meeting.js';
import { meshOf } from './mesh-truth.js';
import { HEAP, PAIR, SOLIDS, SURFACES } from './meshes.js';
import { type Known, motionsOf, truthOf } from './truth.js';

export const DT = 1 / 64;
const MOST_COLLIDERS = 5;
/** Bodies go and are pushed, and do not turn: so where they are is known with all digits. */
const NO_TURNS = 8 | 16 | 32;
/** Finer and coarser than what lies beside each other; in coarse scenes some are just as far apart. */
const THICKNESSES = [0, 1 / 256, 1 / 64, 1 / 16, 0.03, 0.11];
const HALF_TURNS = [
  [0, 0, 0, 1],
  [1, 0, 0, 0],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
] as const;

export interface SceneForm {
  /** Coordinates are few: things touch, lie in one plane and coincide. */
  readonly isCoarse: boolean;
  readonly gravity: readonly [number, number, number];
  /** One mesh that is large enough for two threads. */
  readonly hasHeap: boolean;
  /** Surfaces touch before they meet: what is told is bounded, and not exact. */
  readonly isThick: boolean;
  /** Bodies are turned anyhow and go on turning: likewise. */
  readonly doTurn: boolean;
  /** Some surfaces are simulated: they end no step in anything that they did not begin it in. */
  readonly hasCloth: boolean;
}

/** A plugin's world that changes, with what is known of it by those who changed it. */
export class TopologyScene {
  readonly world: World;
  readonly plugin: CollisionPlugin;
  readonly known = new Map<number, Known>();
  /** Contacts that were looked at so far. */
  contacts = 0;
  readonly #form: SceneForm;
  #hasHeap = false;
  /** Meshes to be unloaded once what has them has entered. */
  readonly #givenUp: number[] = [];
  #next: () => number = random(0);

  constructor(world: World, plugin: CollisionPlugin, form: SceneForm) {
    this.world = world;
    this.plugin = plugin;
    this.#form = form;
  }

  /** Does one of the things below; the same for the same seed in the same world. Throws what is wrong. */
  act(name: Act, seed: number): void {
    this.#next = random(seed);
    this.#acts[name]();
  }

  readonly #acts = {
    step: () => this.#step(),
    addSurface: () => this.#addSurface(this.#newEntity()),
    addSolid: () => this.#addSolid(this.#newEntity()),
    remove: () => this.#withAny(undefined, (entity) => this.#remove(entity)),
    changeKind: () => this.#withAny(undefined, (entity) => this.#changeKind(entity)),
    changeMesh: () => this.#withAny('deformable', (entity) => this.#changeMesh(entity)),
    cut: () => this.#withAny('deformable', (entity) => this.#cut(entity)),
    breakUp: () => this.#breakUp(),
    place: () => this.#withAny('deformable', (entity) => this.#place(entity)),
    put: () => this.#withAny('rigid', (entity) => this.#put(entity)),
    sleep: () => this.#withAny('rigid', (entity) => this.#sleep(entity)),
    settings: () => this.#withAny(undefined, (entity) => this.#settings(entity)),
    replay: () => this.#replay(),
  };

  static readonly ACTS = [
    ...['addSurface', 'addSolid', 'remove', 'changeKind', 'changeMesh', 'cut', 'breakUp', 'place'],
    ...['put', 'sleep', 'settings', 'replay'],
  ] as readonly Act[];

  #any<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.#next() * items.length)];
  }

  /** A coordinate, or one of few. */
  #snapped(x: number): number {
    return this.#form.isCoarse ? Math.round(16 * x) / 16 : x;
  }

  #around(size: number): number {
    return this.#snapped(size * (this.#next() - 0.5));
  }

  #withAny(kind: Known['kind'] | undefined, call: (entity: number) => void): void {
    const some = [...this.known].filter(([, known]) => kind === undefined || known.kind === kind);
    if (some.length > 0) call(this.#any(some)[0]);
  }

  #newEntity(): number | undefined {
    return this.known.size < MOST_COLLIDERS ? addEntity(this.world) : undefined;
  }

  /** What makes no sense to the plugin is refused, and has changed nothing. */
  #unlessRefused(call: () => void): void {
    try {
      call();
    } catch (error) {
      if (!(error instanceof FirstContactError)) throw error;
    }
  }

  /** A surface somewhere: as it is, or with every vertex at random. */
  #surface(): SceneMesh {
    const isHeap = this.#form.hasHeap && !this.#hasHeap;
    this.#hasHeap ||= isHeap;
    const mesh = isHeap ? HEAP : this.#any(SURFACES);
    return { ...mesh, positions: this.#laidOut(mesh.positions, isHeap || this.#next() < 0.4) };
  }

  #laidOut(positions: Float64Array, isHeap: boolean): Float64Array {
    const centre = [0, 1, 2].map(() => this.#around(0.75));
    const noise = this.#any([0, 0.02, 0.2]);
    return positions.map((x, i) =>
      isHeap ? this.#around(1) : this.#snapped(x + noise * (this.#next() - 0.5)) + centre[i % 3],
    );
  }

  #addSurface(entity: number | undefined): void {
    if (entity === undefined) return;
    const isPair = this.#next() < 0.2;
    const as = this.#any(['rigid', 'deformable'] as const);
    this.#unlessRefused(() => {
      const surface = isPair ? { ...PAIR, positions: this.#laidOut(PAIR.positions, false) } : this.#surface();
      const shape = isPair
        ? { mesh: this.plugin.loadMesh(surface, { use: 'deformable', pieces: 'components', as }) }
        : surface;
      const isSimulated = this.#form.hasCloth && this.#next() < 0.6;
      const cloth = { pins: this.#any([[], [], [0], [0, 1]]), shapeStiffness: this.#any([0, 0.5]) };
      this.plugin.addDeformable(entity, isSimulated ? { ...shape, cloth } : shape);
      this.#learn(entity, 'deformable');
      this.#thicken(entity);
    });
  }

  #addSolid(entity: number | undefined): void {
    if (entity === undefined) return;
    const motion = this.#any([MOTION_DYNAMIC, MOTION_KINEMATIC, MOTION_FIXED]);
    const position = [this.#around(1), this.#around(1), this.#around(1)] as const;
    const as = this.#any(['rigid', 'deformable'] as const);
    const { doTurn } = this.#form;
    const body = { motion, locks: doTurn ? 0 : NO_TURNS };
    const rest = { position, rotation: doTurn ? this.#turned() : this.#any(HALF_TURNS), body };
    this.#unlessRefused(() => {
      if (this.#next() < 0.2) {
        const mesh = this.plugin.loadMesh(PAIR, { pieces: 'components', as });
        this.plugin.addRigidBody(entity, { mesh, ...rest });
      } else this.plugin.addRigidBody(entity, { ...this.#any(SOLIDS), ...rest });
      this.#learn(entity, 'rigid');
      this.#thicken(entity);
    });
  }

  /** A rotation, of length 1 but for rounding. */
  #turned(): [number, number, number, number] {
    const some = [0, 1, 2, 3].map(() => this.#next() - 0.5);
    const length = Math.hypot(...some);
    const [x, y, z, w] = some.map((each) => each / length);
    return [x, y, z, w];
  }

  #thicken(entity: number): void {
    const { thickness } = this.plugin.components.CollisionSettings;
    if (this.#form.isThick) thickness[entity] = this.#any(THICKNESSES);
  }

  /** Takes what a collider is from its mesh; a deformable stands where its vertices are. */
  #learn(entity: number, kind: Known['kind']): void {
    const mesh = this.plugin.components.MeshTopology.mesh[entity];
    const { positions, triangles } = meshOf(this.plugin, mesh);
    if (kind === 'deformable') this.plugin.readVertices(entity, positions);
    this.known.set(entity, { kind, mesh, triangles, positions, next: undefined });
  }

  #learnPieces(entities: readonly number[]): void {
    const { Cloth, RigidBody } = this.plugin.components;
    for (const entity of entities) {
      const isRigid = hasComponent(this.world, entity, RigidBody);
      this.#learn(entity, isRigid ? 'rigid' : 'deformable');
      if (isRigid && !this.#form.doTurn) RigidBody.locks[entity] = NO_TURNS;
      // it goes where it is told
      if (!isRigid && !this.#form.hasCloth) Cloth.simulated[entity] = 0;
    }
  }

  #remove(entity: number): void {
    if (this.#next() < 0.5) this.plugin.removeCollider(entity);
    removeEntity(this.world, entity);
    this.known.delete(entity);
  }

  /** The same entity is something else, before a step has looked or after. */
  #changeKind(entity: number): void {
    const { kind } = this.known.get(entity) as Known;
    this.plugin.removeCollider(entity);
    this.known.delete(entity);
    if (this.#next() < 0.5) this.#step();
    if (kind === 'rigid') this.#addSurface(entity);
    else this.#addSolid(entity);
  }

  #changeMesh(entity: number): void {
    this.#unlessRefused(() => {
      const mesh = this.plugin.loadMesh(this.#surface(), { use: 'deformable' });
      this.plugin.components.MeshTopology.mesh[entity] = mesh;
      const { positions, triangles } = meshOf(this.plugin, mesh);
      this.known.set(entity, { kind: 'deformable', mesh, triangles, positions, next: undefined });
      if (this.#next() < 0.5) this.#givenUp.push(mesh);
    });
  }

  #cut(entity: number): void {
    const { triangles } = this.known.get(entity) as Known;
    const count = triangles.length / 3;
    const first = Math.floor(this.#next() * count);
    const faces = Array.from({ length: 1 + Math.floor(this.#next() * count) }, (_, i) => (first + i) % count);
    const pieces = this.#next() < 0.3 ? ({ pieces: 'together' } as const) : {};
    const as = this.#next() < 0.3 ? ({ as: 'rigid' } as const) : {};
    this.#unlessRefused(() => {
      const cut = this.plugin.cut(entity, { faces, gap: 1 / 64, ...pieces, ...as });
      if (cut.opened === 0) return;
      this.#learnPieces(cut.pieces.map((piece) => piece.entity));
      const whole = cut.pieces.reduce((sum, piece) => sum + piece.faces.length, 0);
      if (whole !== count) throw new Error(`a cut made ${whole} faces of ${count}`);
    });
  }

  #breakUp(): void {
    for (const entity of [...this.known.keys()]) {
      this.#unlessRefused(() => this.#learnPieces(this.plugin.break(entity).pieces));
    }
  }

  /** Elsewhere, without a motion: in order, or in a heap, so that its tree is worn. */
  #place(entity: number): void {
    const known = this.known.get(entity) as Known;
    known.positions = this.#laidOut(known.positions, this.#next() < 0.5);
    this.plugin.placeVertices(entity, known.positions);
  }

  #put(entity: number): void {
    const { px, py, pz } = this.plugin.components.RigidBody;
    for (const column of [px, py, pz]) column[entity] = this.#around(1);
  }

  #sleep(entity: number): void {
    const { asleep, motion, vx, vy, vz } = this.plugin.components.RigidBody;
    if (motion[entity] !== MOTION_DYNAMIC) return;
    asleep[entity] = 1;
    for (const column of [vx, vy, vz]) column[entity] = 0;
  }

  #settings(entity: number): void {
    const { collider, contacts, mask, selfCollision, stages, tolerance } =
      this.plugin.components.CollisionSettings;
    collider[entity] = this.#any([0, 0, 1, 2]);
    contacts[entity] = this.#any([0, 1, 1]);
    mask[entity] = this.#any([0xffffffff, 0xffffffff, 0]);
    selfCollision[entity] = this.#any([1, 1, 0]);
    stages[entity] = Math.floor(this.#next() * (ALL_STAGES + 1));
    tolerance[entity] = this.#form.doTurn ? this.#any([0, 0, 0.001, 0.02]) : 0;
    this.#thicken(entity);
  }

  /** Back to before a step, which is then another one. */
  #replay(): void {
    if (this.known.size === 0) return;
    this.#step(); // so that all have entered
    const before = new Map([...this.known].map(([entity, known]) => [entity, { ...known }]));
    const snapshot = this.plugin.snapshot();
    this.#step();
    this.plugin.restore(snapshot);
    this.known.clear();
    for (const [entity, known] of before) this.known.set(entity, known);
    this.#step();
  }

  #step(): void {
    const { plugin } = this;
    for (const [entity, known] of this.known) {
      if (known.kind === 'rigid') this.#push(entity);
      else if (!this.#isSimulated(entity)) this.#move(entity, known);
    }
    const motions = motionsOf(plugin, this.known, DT, this.#form.gravity);
    const truth = truthOf(plugin, this.known, motions);
    const met = meetingWithCloth(plugin, this.known);
    plugin.step(DT);
    const faults = faultsOf(plugin, truth);
    for (const [entity, known] of this.known)
      if (known.kind === 'deformable') this.#look(entity, known, faults);
    for (const pair of meetingWithCloth(plugin, this.known))
      if (!met.has(pair)) faults.push(`${pair} meet, and did not before the step`);
    for (const mesh of this.#givenUp.splice(0)) plugin.unloadMesh(mesh);
    this.contacts += plugin.contacts.count;
    if (faults.length > 0) throw new Error(faults.join('; '));
  }

  /** Where a deformable is now: where it was told to go, but for what is simulated, and what that holds. */
  #look(entity: number, known: Known, faults: string[]): void {
    const told = known.next ?? known.positions;
    known.next = undefined;
    known.positions = this.plugin.readVertices(entity, new Float64Array(told.length));
    const isThere = known.positions.every((x, i) => x === told[i]);
    const isFree = ![...this.known.keys()].some((other) => this.#isSimulated(other));
    if (!isThere && isFree) faults.push(`${entity} is not where it was moved`);
    if (!known.positions.every(Number.isFinite)) faults.push(`${entity} is nowhere`);
  }

  #isSimulated(entity: number): boolean {
    return (
      this.known.get(entity)?.kind === 'deformable' && this.plugin.components.Cloth.simulated[entity] === 1
    );
  }

  /** Not at all, a little, far, or folded over. */
  #move(entity: number, known: Known): void {
    const dice = this.#next();
    if (dice < 0.15) return;
    const size = dice < 0.5 ? 0.1 : dice < 0.7 ? 0.6 : 0;
    const shift = [0, 1, 2].map(() => this.#around(0.5));
    const axis = Math.floor(this.#next() * 3);
    known.next = known.positions.map((x, i) => {
      if (size > 0) return this.#snapped(x + size * (this.#next() - 0.5));
      if (dice < 0.85) return x + shift[i % 3];
      return i % 3 === axis ? this.#snapped(Math.abs(x)) + this.#around(0.05) : x + 0.25 * shift[i % 3];
    });
    this.plugin.moveVertices(entity, known.next);
  }

  #push(entity: number): void {
    const { motion, vx, vy, vz, wx, wy, wz } = this.plugin.components.RigidBody;
    if (motion[entity] === MOTION_FIXED || this.#next() < 0.4) return;
    for (const column of [vx, vy, vz]) column[entity] = this.#around(0.5) / DT;
    if (!this.#form.doTurn) return;
    const fast = this.#any([0.1, 1, 4]);
    for (const column of [wx, wy, wz]) column[entity] = (fast * (this.#next() - 0.5)) / DT;
  }
}

export type Act =
  | 'step'
  | 'addSurface'
  | 'addSolid'
  | 'remove'
  | 'changeKind'
  | 'changeMesh'
  | 'cut'
  | 'breakUp'
  | 'place'
  | 'put'
  | 'sleep'
  | 'settings'
  | 'replay';

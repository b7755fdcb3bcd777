import { ClothWorld } from '../cloth/cloth-world.js';
import type { ClothPart, PartInput } from '../cloth/part.js';
import type { ClothSettings } from '../cloth/settings.js';
import { COLLIDER_SOLID, MOTION_DYNAMIC } from '../components/constants.js';
import { readBuiltMesh } from '../mesh/block-connectivity.js';
import { readMeshBlock } from '../mesh/mesh-block.js';
import { givePose, stayThere, takeMass, takePose } from './cloth-bodies.js';
import { ClothContacts } from './cloth-contacts.js';
import { ClothCrowds } from './cloth-crowds.js';
import { ClothSeams } from './cloth-seams.js';
import { GLUE, KnownShapes, MADE_OF, type MadePart, MESH_SERIAL } from './cloth-shapes.js';
import { ClothSleep } from './cloth-sleep.js';
import { DEFORMABLE, RIGID } from './colliders.js';
import type { StepContext } from './context.js';
import { clothCrowded } from './reports.js';

/** The colliders of a context as parts of a cloth world. What they are lies in columns and blocks; nothing here outlives a step. */
export class ClothBridge {
  readonly cloths: ClothWorld;
  readonly #parts = new Map<number, MadePart>();
  readonly #entities: number[] = [];
  readonly #make = new Float64Array(MADE_OF);
  readonly #crowds: ClothCrowds;
  readonly #seams = new ClothSeams();
  readonly #sleep = new ClothSleep();
  /** 1 for bodies that stay where the step began, so that one of their crowd can be held; 2 for that one. */
  readonly #stays: Uint8Array;
  readonly #contacts = new ClothContacts();
  /** What the last step did: nothing, as all slept, or all of it. */
  #made: 'nothing' | 'asleep' | 'step' = 'nothing';
  /** The number of each entity's part and 1, and whether it may have gone somewhere in the last step. */
  readonly #partOf: Uint32Array;
  readonly #went: Uint8Array;
  #version = -1;
  #materials = 0;

  constructor(context: StepContext) {
    const { core, components } = context;
    this.cloths = new ClothWorld(core, context.sharedPairs);
    this.cloths.frictionBetween = context.materials.frictionBetween;
    this.cloths.again = () => {
      const { crowded, finite } = this.cloths.report;
      if (crowded >= 0) return this.#freezeCrowded(context, crowded);
      return finite ? this.#holdsMore(context) : this.#freeze(context);
    };
    this.#crowds = new ClothCrowds(components.maxEntities);
    this.#stays = new Uint8Array(components.maxEntities + 1);
    this.#partOf = new Uint32Array(components.maxEntities + 1);
    this.#went = new Uint8Array(components.maxEntities + 1);
    this.cloths.keepsContacts = context.clothContacts;
  }

  /** Whether there is anything to simulate. */
  isNeeded({ colliders, components }: StepContext): boolean {
    for (let i = 0; i < colliders.count; i++) {
      const entity = colliders.order[i];
      if (colliders.kind[entity] === DEFORMABLE && components.Cloth.simulated[entity] === 1) return true;
    }
    return false;
  }

  /** Gives back what steps with cloth needed: the list of pairs of one violent step may be tens of megabytes. */
  rest({ colliders, components }: StepContext): void {
    this.#made = 'nothing';
    if (this.cloths.bytes > 0) this.cloths.dispose();
    for (let i = 0; i < colliders.count; i++) components.Obstacle.met[colliders.order[i]] = 0;
  }

  /** Brings the parts in line with the colliders, and their state and goals into them. True where all cloths sleep. */
  take(context: StepContext): boolean {
    const areOthers = this.#isOutdated(context);
    if (areOthers) this.#remake(context);
    this.#seams.take(context, this.cloths, this.#partOf, areOthers);
    if (this.#materials !== context.materials.version) this.cloths.touch();
    this.#materials = context.materials.version;
    this.#crowds.gather(context);
    this.#stays.fill(0);
    for (let i = 0; i < this.#entities.length; i++) {
      const entity = this.#entities[i];
      const part = this.cloths.parts[i];
      if (context.colliders.kind[entity] === DEFORMABLE) takeVertices(context, entity, part);
      else {
        takePose(context, entity, part);
        takeMass(context, entity, part, this.#crowds.of[entity] < 0);
      }
    }
    const isAsleep = this.#sleep.begin(context, this.#entities, this.cloths.parts, this.#seams.pairs);
    this.#made = isAsleep ? 'asleep' : 'step';
    for (let i = 0; i < this.#entities.length; i++)
      this.#went[this.#entities[i]] = mayGo(this.cloths.parts[i]) ? 1 : 0;
    return isAsleep;
  }

  /** Nothing is simulated: bodies and driven vertices go where they are told. */
  sleep(): void {
    for (const part of this.cloths.parts) {
      if (part.kind === 'driven') part.positions.set(part.goals);
      part.pose.set(part.goal);
      part.pushed?.gained.fill(0);
      part.held = 0;
      part.impulse = 0;
    }
  }

  /** Cloths that came to coordinates that are not finite stay where they were; the step is made again without them. */
  #freeze({ components, counters }: StepContext): boolean {
    let found = false;
    for (let i = 0; i < this.#entities.length; i++) {
      const part = this.cloths.parts[i];
      if (part.kind !== 'cloth' || part.isStill || this.cloths.isFiniteSoFar(i)) continue;
      freeze(components, this.#entities[i], part);
      counters.frozen++;
      found = true;
    }
    return found;
  }

  /** Of cloth that has collapsed there would be gigabytes of pairs: it stays where it is, with a report, and the step is made again without it. */
  #freezeCrowded({ components, counters, reports }: StepContext, crowded: number): boolean {
    freeze(components, this.#entities[crowded], this.cloths.parts[crowded]);
    counters.frozen++;
    reports.tellLater(clothCrowded(this.#entities[crowded]));
    return true;
  }

  /** Whether a body of a crowd was held: then the whole crowd stays where it was, and the step is made again. */
  #holdsMore({ clock, colliders }: StepContext): boolean {
    const { of } = this.#crowds;
    let holds = false;
    for (let i = 0; i < this.#entities.length; i++) {
      const entity = this.#entities[i];
      if (colliders.kind[entity] !== RIGID || of[entity] < 0) continue;
      if (this.#stays[entity] !== 0 || this.cloths.heldSoFar(i) === 0) continue;
      holds = true;
      for (let k = 0; k < this.#entities.length; k++) {
        const other = this.#entities[k];
        if (colliders.kind[other] !== RIGID || of[other] !== of[entity]) continue;
        this.#stays[other] = 1;
        stayThere(this.cloths.parts[k], clock.dt);
      }
      this.#stays[entity] = 2;
    }
    return holds;
  }

  /**
   * Whether two solids that touched before and did not push each other in the last step still touch: as long as they are near enough
   * to, and where neither went anywhere, so that nobody looked.
   */
  lasts(a: number, b: number): boolean {
    const first = this.#partOf[a];
    const second = this.#partOf[b];
    if (this.#made === 'nothing' || !this.cloths.keepsContacts || first === 0 || second === 0) return false;
    const parts = this.cloths.parts;
    if (parts[first - 1].kind !== 'cloth' && parts[second - 1].kind !== 'cloth') return false;
    if (this.#made === 'asleep' || (this.#went[a] === 0 && this.#went[b] === 0)) return true;
    return this.cloths.wereNear(first - 1, second - 1);
  }

  /** Writes where everything has come to. Returns how often bodies were held. */
  give(context: StepContext): number {
    let held = 0;
    for (let i = 0; i < this.#entities.length; i++) {
      const entity = this.#entities[i];
      const part = this.cloths.parts[i];
      if (context.colliders.kind[entity] === DEFORMABLE) giveVertices(context, entity, part);
      else {
        held += givePose(context, entity, part, this.#stays[entity]);
        strain(context, entity, part.impulse);
      }
    }
    for (let i = 0; i < context.colliders.count; i++) {
      const entity = context.colliders.order[i];
      if (context.components.CollisionSettings.collider[entity] !== COLLIDER_SOLID)
        context.components.Obstacle.met[entity] = 0;
    }
    this.#sleep.end(context, this.#entities, this.cloths.parts);
    if (this.#made === 'step') this.#seams.give(context.stitches, this.cloths, context.clock.dt);
    if (this.#made === 'step' && context.clothContacts)
      this.#contacts.publish(context, this.cloths, this.#entities);
    return held;
  }

  #isOutdated(context: StepContext): boolean {
    if (context.colliders.version !== this.#version) return true;
    // whoever is switched on or off makes it another list
    let solid = 0;
    for (let i = 0; i < context.colliders.count; i++) {
      const entity = context.colliders.order[i];
      if (context.components.CollisionSettings.collider[entity] !== COLLIDER_SOLID) continue;
      if (this.#entities[solid++] !== entity) return true;
      const known = this.#parts.get(entity);
      describe(context, entity, this.#make);
      if (known === undefined || !isSame(known.made, this.#make)) return true;
    }
    return solid !== this.#entities.length;
  }

  #remake(context: StepContext): void {
    const { colliders } = context;
    this.#version = colliders.version;
    this.cloths.parts.length = 0;
    this.#entities.length = 0;
    this.#partOf.fill(0);
    const before = new Map(this.#parts);
    const shapes = new KnownShapes(before.values());
    this.#parts.clear();
    for (let i = 0; i < colliders.count; i++) {
      const entity = colliders.order[i];
      if (context.components.CollisionSettings.collider[entity] !== COLLIDER_SOLID) continue;
      const made = describe(context, entity, new Float64Array(MADE_OF));
      const pins = pinsOf(context, entity);
      const known = before.get(entity);
      const isKnown = known !== undefined && isSame(known.made, made) && isSame(known.pins, pins);
      const part = this.cloths.include(
        isKnown ? known.part : partInput(context, entity, pins, shapes.alike(made)),
      );
      const own = { part, made, pins };
      this.#parts.set(entity, own);
      shapes.note(own);
      this.#entities.push(entity);
      this.#partOf[entity] = this.#entities.length;
    }
  }
}

function freeze({ Cloth }: StepContext['components'], entity: number, part: ClothPart): void {
  Cloth.frozen[entity] = 1;
  part.isStill = true;
  part.velocities.fill(0);
}

/** What cloth pushed a body with counts where that may break: rigid contacts of the step are in the column already. */
function strain({ bodies, components: { Breaking } }: StepContext, entity: number, impulse: number): void {
  if (bodies !== undefined && Breaking.strength[entity] < Number.POSITIVE_INFINITY)
    Breaking.impulse[entity] += impulse;
}

/** Whether a part may be elsewhere when the step has been made. */
function mayGo({ goal, isStill, kind, pose, pushed }: ClothPart): boolean {
  if (kind !== 'body') return !isStill;
  if (pushed !== undefined) return true;
  for (let i = 0; i < 7; i++) if (goal[i] !== pose[i]) return true;
  return false;
}

export function isSame(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

export function describe(
  { colliders, components, gravity, meshes }: StepContext,
  entity: number,
  out: Float64Array,
): Float64Array {
  const { Cloth, CollisionSettings, RigidBody } = components;
  const isCloth = colliders.kind[entity] === DEFORMABLE;
  const isPushed = !isCloth && RigidBody.motion[entity] === MOTION_DYNAMIC;
  const mesh = colliders.mesh[entity];
  out[MESH_SERIAL] = meshes.record(mesh).serial;
  out[1] = CollisionSettings.thickness[entity];
  out[2] = CollisionSettings.friction[entity];
  out[3] = CollisionSettings.group[entity];
  out[4] = CollisionSettings.mask[entity];
  out[5] = CollisionSettings.selfCollision[entity];
  out[6] = isCloth ? Cloth.simulated[entity] : -1;
  out[7] = Cloth.density[entity];
  out[8] = Cloth.stretchCompliance[entity];
  out[9] = Cloth.bendCompliance[entity];
  out[10] = Cloth.damping[entity];
  out[11] = Cloth.gravityScale[entity] * gravity[0];
  out[12] = Cloth.gravityScale[entity] * gravity[1];
  out[13] = Cloth.gravityScale[entity] * gravity[2];
  out[14] = CollisionSettings.collider[entity];
  out[19] = Cloth.drag[entity];
  out[20] = Cloth.volume[entity];
  out[21] = Cloth.shapeStiffness[entity];
  out[22] = CollisionSettings.frictionRule[entity];
  out[23] = CollisionSettings.material[entity];
  out[24] = Cloth.volumeCompliance[entity];
  out[15] = isPushed ? 1 : 0;
  out[16] = isPushed ? RigidBody.cx[entity] : 0;
  out[17] = isPushed ? RigidBody.cy[entity] : 0;
  out[18] = isPushed ? RigidBody.cz[entity] : 0;
  // what is one body until it breaks: one shape, and no contacts of its pieces among themselves
  out[GLUE] = isCloth && meshes.piecesOf(mesh).length > 0 ? entity : 0;
  return out;
}

function partInput(
  context: StepContext,
  entity: number,
  pins: readonly number[],
  alike: MadePart | undefined,
): PartInput {
  const { colliders, components, core, gravity, meshes } = context;
  const { Cloth, CollisionSettings } = components;
  const record = meshes.record(colliders.mesh[entity]);
  const { positions, triangles } = readMeshBlock(core.arena.memory.buffer, core.arena.address(record.block));
  const mesh = { positions: positions.slice(), triangles: triangles.slice() };
  const settings: ClothSettings = {
    density: Cloth.density[entity],
    stretchCompliance: Cloth.stretchCompliance[entity],
    bendCompliance: Cloth.bendCompliance[entity],
    damping: Cloth.damping[entity],
    friction: CollisionSettings.friction[entity],
    frictionRule: CollisionSettings.frictionRule[entity],
    material: CollisionSettings.material[entity],
    thickness: CollisionSettings.thickness[entity],
    gravity: [0, 1, 2].map(
      (axis) => Cloth.gravityScale[entity] * gravity[axis],
    ) as unknown as ClothSettings['gravity'],
    shapeStiffness: Cloth.shapeStiffness[entity],
    drag: Cloth.drag[entity],
    wind: [0, 0, 0],
    volume: Cloth.volume[entity],
    volumeCompliance: Cloth.volumeCompliance[entity],
    selfCollision: CollisionSettings.selfCollision[entity] === 1,
    group: CollisionSettings.group[entity],
    mask: CollisionSettings.mask[entity],
  };
  if (colliders.kind[entity] !== DEFORMABLE) {
    const { cx, cy, cz, motion } = components.RigidBody;
    const movable = motion[entity] === MOTION_DYNAMIC;
    const centre = movable ? [cx[entity], cy[entity], cz[entity]] : [0, 0, 0];
    for (let i = 0; i < mesh.positions.length; i++) mesh.positions[i] -= centre[i % 3];
    return { kind: 'body', mesh, built: alike?.part, settings, pose: [0, 0, 0, 0, 0, 0, 1], movable };
  }
  const built = alike?.part ?? readBuiltMesh(core.arena, core.arena.address(record.block));
  if (Cloth.simulated[entity] !== 1) return { kind: 'driven', mesh, built, settings };
  const glue = meshes.piecesOf(colliders.mesh[entity]).length > 0 ? entity : 0;
  return { kind: 'cloth', mesh, built, settings, glue, pins };
}

/** The block behind a deformable's vertices: velocities, then a byte a vertex that says whether it is pinned. Bodies have no pins. */
export function pinsOf({ colliders, core, meshes }: StepContext, entity: number): number[] {
  if (colliders.kind[entity] !== DEFORMABLE) return [];
  const { vertexCount } = meshes.record(colliders.mesh[entity]);
  const pins = core.arena.address(colliders.motion[entity]) + 24 * vertexCount;
  const { u8 } = core.arena;
  const pinned: number[] = [];
  for (let v = 0; v < vertexCount; v++) if (u8[pins + v] === 1) pinned.push(v);
  return pinned;
}

function takeVertices({ colliders, components, core }: StepContext, entity: number, part: ClothPart): void {
  const { f64 } = core.arena;
  const swept = core.arena.address(colliders.vertices[entity]) / 8;
  const velocities = core.arena.address(colliders.motion[entity]) / 8;
  const { positions, goals } = part;
  for (let i = 0; i < positions.length; i++) {
    positions[i] = f64[swept + 2 * i];
    goals[i] = f64[swept + 2 * i + 1];
  }
  const { simulated, windX, windY, windZ } = components.Cloth;
  if (simulated[entity] === 1) {
    part.wind[0] = windX[entity];
    part.wind[1] = windY[entity];
    part.wind[2] = windZ[entity];
    for (let i = 0; i < positions.length; i++) part.velocities[i] = f64[velocities + i];
    const { turnX, turnY, turnZ, turnW } = components.Cloth;
    part.shapeRotation[0] = turnX[entity];
    part.shapeRotation[1] = turnY[entity];
    part.shapeRotation[2] = turnZ[entity];
    part.shapeRotation[3] = turnW[entity];
  }
}

function giveVertices({ colliders, components, core }: StepContext, entity: number, part: ClothPart): void {
  const { f64 } = core.arena;
  const swept = core.arena.address(colliders.vertices[entity]) / 8;
  const velocities = core.arena.address(colliders.motion[entity]) / 8;
  for (let i = 0; i < part.positions.length; i++) {
    f64[swept + 2 * i + 1] = part.positions[i];
    f64[velocities + i] = part.velocities[i];
  }
  const { held, simulated, turnX, turnY, turnZ, turnW } = components.Cloth;
  held[entity] = part.held;
  if (simulated[entity] === 0) return;
  turnX[entity] = part.shapeRotation[0];
  turnY[entity] = part.shapeRotation[1];
  turnZ[entity] = part.shapeRotation[2];
  turnW[entity] = part.shapeRotation[3];
  components.Breaking.impulse[entity] = part.impulse;
}

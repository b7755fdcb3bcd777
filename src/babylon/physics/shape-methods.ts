import { hasComponent } from 'bitecs';
import { shown } from '../../check-options.js';
import { FirstContactError } from '../../errors.js';
import type { CollisionPlugin } from '../../plugin.js';
import type { Three } from '../rotation.js';
import { BodyRecord } from './bodies.js';
import { bodyName, givenNumber, givenRotation, givenThree } from './given.js';
import { KeptMesh } from './kept-mesh.js';
import { MissingMethods } from './missing.js';
import { COMBINE_MODES } from './parts.js';
import { ShapeRecord } from './shapes.js';
import * as Babylon from './types.js';
import { unsupported } from './unsupported.js';

/** The collider of a body without a shape, which nothing meets. */
const TETRAHEDRON = {
  positions: Float64Array.of(0, 0, 0, 0.1, 0, 0, 0, 0.1, 0, 0, 0, 0.1),
  triangles: Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3),
};
const NO_TURN = { x: 0, y: 0, z: 0, w: 1 };
const ONE: Three = [1, 1, 1];

/** What Babylon asks of shapes. */
export class ShapeMethods extends MissingMethods {
  /** The collision plugin that it was given. */
  readonly world: CollisionPlugin;
  protected readonly bodies = new Set<BodyRecord>();
  /** All of their entities. */
  protected readonly byEntity = new Map<number, BodyRecord>();
  protected readonly nothing: KeptMesh;
  protected vectorClass: Babylon.VectorMaker | undefined;
  protected quaternionClass: Babylon.QuaternionMaker | undefined;

  constructor(world: CollisionPlugin) {
    super();
    this.world = world;
    this.nothing = new KeptMesh(world, () => TETRAHEDRON);
  }

  /** Babylon's classes, as what it handed over is made of them. */
  protected get Vector(): Babylon.VectorMaker {
    if (this.vectorClass !== undefined) return this.vectorClass;
    throw unsupported('scene yet', 'Call scene.enablePhysics(gravity, plugin) first.');
  }

  protected get Quaternion(): Babylon.QuaternionMaker {
    if (this.quaternionClass !== undefined) return this.quaternionClass;
    throw unsupported('body yet', 'Make a PhysicsBody first.');
  }

  initShape(shape: Babylon.OfBabylon, type: number, parameters: Babylon.OfBabylon): void {
    const name = Babylon.SHAPE_TYPES[type];
    try {
      if (name === undefined) throw unsupported(`shape of type ${shown(type)}`, 'Use a PhysicsShapeType.');
      shape._pluginData = new ShapeRecord(this.world, shape, name, parameters ?? {});
    } catch (error) {
      this.#disposeOfBegun(parameters);
      throw error;
    }
  }

  /** A PhysicsAggregate makes its body, and then its shape: nobody could get hold of the body any more. */
  #disposeOfBegun(parameters: Babylon.ShapeParameters | undefined): void {
    const latest = [...this.bodies].at(-1);
    if (parameters?.mass !== undefined && latest?.isNew && latest.shape === undefined) latest.owner.dispose();
  }

  setShapeFilterMembershipMask(shape: Babylon.OfBabylon, mask: number): void {
    const bits = givenNumber('A filterMembershipMask', mask) | 0;
    this.#change(shape, (record) => {
      record.membership = bits;
    });
  }

  getShapeFilterMembershipMask(shape: Babylon.OfBabylon): number {
    return shapeOf(shape).membership;
  }

  setShapeFilterCollideMask(shape: Babylon.OfBabylon, mask: number): void {
    const bits = givenNumber('A filterCollideMask', mask) | 0;
    this.#change(shape, (record) => {
      record.collideWith = bits;
    });
  }

  getShapeFilterCollideMask(shape: Babylon.OfBabylon): number {
    return shapeOf(shape).collideWith;
  }

  setMaterial(shape: Babylon.OfBabylon, material: Babylon.Material): void {
    const checked = checkedMaterial(material);
    this.#change(shape, (record) => {
      record.material = checked;
    });
  }

  getMaterial(shape: Babylon.OfBabylon): Babylon.OfBabylon {
    return { ...shapeOf(shape).material };
  }

  /** Bodies weigh what they did until their shape or their mass is set again, as with Babylon's other plugin. */
  setDensity(shape: Babylon.OfBabylon, density: number): void {
    const checked = givenNumber('A density', density);
    if (checked <= 0)
      throw new FirstContactError('BAD_SETTING', `A density is ${density}`, 'Give kilograms a cubic metre.');
    shapeOf(shape).density = checked;
  }

  getDensity(shape: Babylon.OfBabylon): number {
    return shapeOf(shape).density;
  }

  setTrigger(shape: Babylon.OfBabylon, isTrigger: boolean): void {
    this.#change(shape, (record) => {
      record.isTrigger = isTrigger;
    });
  }

  addChild(
    shape: Babylon.OfBabylon,
    child: Babylon.OfBabylon,
    translation?: Babylon.Vector,
    rotation?: Babylon.Quaternion,
    scale?: Babylon.Vector,
  ): void {
    const position: Three = translation ? givenThree('The translation of a child', translation) : [0, 0, 0];
    const turn = givenRotation('The rotation of a child', rotation ?? NO_TURN);
    const size = scale ? givenThree('The scale of a child', scale) : ONE;
    this.#change(shape, (record) => record.add(shapeOf(child), position, turn, size));
  }

  removeChild(shape: Babylon.OfBabylon, index: number): void {
    this.#change(shape, (record) => record.removeAt(index));
  }

  getNumChildren(shape: Babylon.OfBabylon): number {
    return shapeOf(shape).children.length;
  }

  disposeShape(shape: Babylon.OfBabylon): void {
    shapeOf(shape).forget();
  }

  /** Bodies that have the shape become what it is now; where one cannot, the shape stays what it was. */
  #change(shape: Babylon.OfBabylon, change: (record: ShapeRecord) => void): void {
    const record = shapeOf(shape);
    const having = [...this.bodies].filter((body) => body.shape?.has(record));
    const before = record.settings;
    try {
      change(record);
      for (const body of having) body.arrange();
    } catch (error) {
      Object.assign(record, before);
      for (const body of having) body.arrange();
      throw error;
    }
  }

  /** What is known of a body of ours that is still there. */
  protected of(body: Babylon.OfBabylon): BodyRecord {
    const record = body._pluginData;
    const { world, components } = this.world;
    if (!(record instanceof BodyRecord && this.bodies.has(record)))
      throw unsupported('such body', 'It was disposed of, or belongs to another physics engine.');
    if (!hasComponent(world, record.entity, components.RigidBody)) {
      throw unsupported(
        `collider of ${bodyName(body)} any more: its entity ${record.entity} was removed`,
        'Dispose of the body in place of its entity: body.dispose().',
      );
    }
    return record;
  }
}

function checkedMaterial(material: Babylon.Material): Required<Babylon.Material> {
  const { friction = 0.5, restitution = 0 } = material;
  const { staticFriction = friction, frictionCombine, restitutionCombine } = material;
  givenNumber('The friction of a material', friction, 0);
  givenNumber('The restitution of a material', restitution, 0);
  if (staticFriction !== friction) {
    throw unsupported('staticFriction of its own', 'Leave it out: it is what friction is.');
  }
  return {
    friction,
    staticFriction,
    restitution,
    frictionCombine: checkedMode('frictionCombine', frictionCombine ?? Babylon.MINIMUM),
    restitutionCombine: checkedMode('restitutionCombine', restitutionCombine ?? Babylon.MAXIMUM),
  };
}

function checkedMode(name: string, mode: number): number {
  if (Number.isInteger(mode) && mode >= 0 && mode < COMBINE_MODES) return mode;
  throw new FirstContactError(
    'BAD_SETTING',
    `The ${name} of a material is ${shown(mode)}`,
    'Use a PhysicsMaterialCombineMode.',
  );
}

/** What is known of a shape of ours. */
export function shapeOf(shape: Babylon.OfBabylon): ShapeRecord {
  if (shape._pluginData instanceof ShapeRecord) return shape._pluginData;
  throw unsupported('such shape', 'Make shapes in a scene whose physics engine has this plugin.');
}

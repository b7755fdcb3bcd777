import { hasComponent } from 'bitecs';
import type { CollisionPlugin } from '../../plugin.js';
import { BodyRecord } from './bodies.js';
import { MissingMethods } from './missing.js';
import { fourOf, ShapeRecord, threeOf } from './shapes.js';
import * as Babylon from './types.js';
import { unsupported } from './unsupported.js';

/** What Babylon asks of shapes. */
export class ShapeMethods extends MissingMethods {
  /** The collision plugin that it was given. */
  readonly world: CollisionPlugin;
  /** By entity. */
  protected readonly bodies = new Map<number, BodyRecord>();

  constructor(world: CollisionPlugin) {
    super();
    this.world = world;
  }

  initShape(shape: Babylon.OfBabylon, type: number, parameters: Babylon.OfBabylon): void {
    const name = Babylon.SHAPE_TYPES[type];
    if (name === undefined) throw unsupported(`shape of type ${type}`, 'Use a PhysicsShapeType.');
    shape._pluginData = new ShapeRecord(this.world, shape, name, parameters);
  }

  setShapeFilterMembershipMask(shape: Babylon.OfBabylon, mask: number): void {
    this.change(shape, (record) => {
      record.membership = mask >>> 0;
    });
  }

  getShapeFilterMembershipMask(shape: Babylon.OfBabylon): number {
    return shapeOf(shape).membership;
  }

  setShapeFilterCollideMask(shape: Babylon.OfBabylon, mask: number): void {
    this.change(shape, (record) => {
      record.collideWith = mask >>> 0;
    });
  }

  getShapeFilterCollideMask(shape: Babylon.OfBabylon): number {
    return shapeOf(shape).collideWith;
  }

  setMaterial(shape: Babylon.OfBabylon, material: Babylon.Material): void {
    const { friction, staticFriction = friction } = material;
    if (staticFriction !== friction) {
      throw unsupported('staticFriction of its own', 'Leave it out: it is what friction is.');
    }
    this.change(shape, (record) => {
      record.material = material;
    });
  }

  getMaterial(shape: Babylon.OfBabylon): Babylon.OfBabylon {
    return shapeOf(shape).material;
  }

  setDensity(shape: Babylon.OfBabylon, density: number): void {
    this.change(shape, (record) => {
      record.density = density;
    });
  }

  getDensity(shape: Babylon.OfBabylon): number {
    return shapeOf(shape).density;
  }

  setTrigger(shape: Babylon.OfBabylon, isTrigger: boolean): void {
    this.change(shape, (record) => {
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
    this.change(shape, (record) => {
      record.children.push({
        shape: shapeOf(child),
        position: threeOf(translation ?? { x: 0, y: 0, z: 0 }),
        rotation: fourOf(rotation ?? { x: 0, y: 0, z: 0, w: 1 }),
        scale: threeOf(scale ?? { x: 1, y: 1, z: 1 }),
      });
      record.forget();
    });
  }

  removeChild(shape: Babylon.OfBabylon, index: number): void {
    this.change(shape, (record) => {
      record.children.splice(index, 1);
      record.forget();
    });
  }

  getNumChildren(shape: Babylon.OfBabylon): number {
    return shapeOf(shape).children.length;
  }

  disposeShape(shape: Babylon.OfBabylon): void {
    shapeOf(shape).forget();
  }

  /** Bodies that have the shape become what it is now. */
  private change(shape: Babylon.OfBabylon, change: (record: ShapeRecord) => void): void {
    const record = shapeOf(shape);
    change(record);
    for (const body of this.bodies.values()) {
      if (body.shape === record || body.shape?.children.some((child) => child.shape === record))
        body.remake();
    }
  }

  /** What is known of a body of ours that is still there. */
  protected of(body: Babylon.OfBabylon): BodyRecord {
    const record = body._pluginData;
    const { world, components } = this.world;
    const isOurs = record instanceof BodyRecord && this.bodies.get(record.entity) === record;
    if (!isOurs) throw unsupported('such body', 'It was disposed of, or belongs to another physics engine.');
    if (record.hasCollider && !hasComponent(world, record.entity, components.RigidBody)) {
      throw unsupported(
        `collider of entity ${record.entity} any more`,
        'Dispose of the body in place of its entity.',
      );
    }
    return record;
  }
}

/** What is known of a shape of ours. */
export function shapeOf(shape: Babylon.OfBabylon): ShapeRecord {
  if (shape._pluginData instanceof ShapeRecord) return shape._pluginData;
  throw unsupported('such shape', 'Make shapes in a scene whose physics engine has this plugin.');
}

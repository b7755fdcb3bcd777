import type { RapierBody, RapierRotation, RapierVector, RapierWorld } from './engine.js';

/** RigidBodyType.KinematicPositionBased. */
const GOES_WHERE_IT_IS_TOLD = 2;

const newPose = () => ({ at: { x: 0, y: 0, z: 0 }, turned: { x: 0, y: 0, z: 0, w: 1 } });

/** Where a body is to be when the step ends. */
interface Way {
  body: RapierBody;
  readonly to: { readonly at: RapierVector; readonly turned: RapierRotation };
}

/**
 * Kinematic bodies that were told where to be after the step: Rapier would bring them there in its next step, the first of our sub-steps,
 * several times as fast as they are to go, and what they push with them.
 */
export class KinematicWays {
  readonly #ways: Way[] = [];
  #count = 0;
  readonly #next = newPose();

  /** Before the first sub-step: notes who is to go where. */
  begin(world: RapierWorld): void {
    this.#count = 0;
    world.forEachRigidBody(this.#note);
  }

  /** Before one, of which `left` are left: each goes an equal part of what is left of its way. */
  goOn(left: number): void {
    for (let i = 0; i < this.#count; i++) {
      const { body, to } = this.#ways[i];
      if (!body.isValid()) continue;
      if (left === 1) {
        body.setNextKinematicTranslation(to.at);
        body.setNextKinematicRotation(to.turned);
        continue;
      }
      const { at, turned } = this.#next;
      body.translation(at);
      body.rotation(turned);
      at.x += (to.at.x - at.x) / left;
      at.y += (to.at.y - at.y) / left;
      at.z += (to.at.z - at.z) / left;
      turnPart(turned, to.turned, 1 / left);
      body.setNextKinematicTranslation(at);
      body.setNextKinematicRotation(turned);
    }
  }

  readonly #note = (body: RapierBody): void => {
    if (body.bodyType() !== GOES_WHERE_IT_IS_TOLD) return;
    this.#ways[this.#count] ??= { body, to: newPose() };
    const way = this.#ways[this.#count];
    way.body = body;
    body.nextTranslation(way.to.at);
    body.nextRotation(way.to.turned);
    if (!isThere(body, way.to.at, way.to.turned, this.#next)) this.#count++;
  };
}

function isThere(
  body: RapierBody,
  to: RapierVector,
  toTurned: RapierRotation,
  { at, turned }: ReturnType<typeof newPose>,
): boolean {
  body.translation(at);
  body.rotation(turned);
  const isAt = at.x === to.x && at.y === to.y && at.z === to.z;
  const { x, y, z, w } = toTurned;
  return isAt && turned.x === x && turned.y === y && turned.z === z && turned.w === w;
}

/** Turns `q` by a share of the shorter way to another rotation. */
function turnPart(q: RapierRotation, to: RapierRotation, share: number): void {
  const side = q.x * to.x + q.y * to.y + q.z * to.z + q.w * to.w < 0 ? -share : share;
  q.x += side * to.x - share * q.x;
  q.y += side * to.y - share * q.y;
  q.z += side * to.z - share * q.z;
  q.w += side * to.w - share * q.w;
  const length = Math.sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
  q.x /= length;
  q.y /= length;
  q.z /= length;
  q.w /= length;
}

// Random pairs of small meshes in motion, and what an independent certified search says of them.

import type { SceneMesh } from '../../../scenes/meshes/index.js';
import type { RigidMotion } from '../../../src/geometry/index.js';
import { firstContact, placedPair, type Screw, soupGap } from '../../oracle/exact/rigid-bracket.js';
import { minus, plus, times, type Vec } from '../../oracle/exact/triangle-gap.js';
import type { Seeded } from './seeded.js';
import { SOUPS, scaled } from './soups.js';

export interface Trial {
  readonly a: SceneMesh;
  readonly b: SceneMesh;
  readonly screws: readonly [Screw, Screw];
  readonly scale: number;
}

export interface TrialShape {
  readonly scale?: number;
  /** How far from the origin, in body sizes. */
  readonly away?: number;
  /** The largest turn of each body, in radians a step. */
  readonly spin?: number;
  readonly bothMove?: boolean;
  readonly offCentre?: boolean;
  /** Pass by at this share of the bodies' size beside a collision course. */
  readonly aside?: number;
  readonly names?: readonly string[];
}

const NAMES = Object.keys(SOUPS);

export function randomTrial(seeded: Seeded, shape: TrialShape): Trial {
  const { scale = 1, away = 0, spin = Math.PI, bothMove = true, offCentre = false, aside = 1 } = shape;
  const names = shape.names ?? NAMES;
  const a = scaled(SOUPS[seeded.pick(names)](seeded), scale);
  const b = scaled(SOUPS[seeded.pick(names)](seeded), scale);
  const far = times(seeded.direction(), away * scale);
  const side = seeded.direction();
  const start = times(side, scale * seeded.between(2.5, 4));
  const target = times(seeded.direction(), scale * aside);
  const common = bothMove ? times(seeded.vector(3), scale) : ([0, 0, 0] as Vec);
  const travel = times(minus(target, start), seeded.between(0.8, 2));
  const angular = () => times(seeded.direction(), spin * seeded.next());
  const still: Vec = [0, 0, 0];
  const pivot = () => (offCentre ? times(seeded.vector(1), scale) : still);
  return {
    a,
    b,
    scale,
    screws: [
      {
        position: plus(far, start),
        rotation: seeded.quaternion(),
        linear: plus(common, travel),
        angular: angular(),
        pivot: pivot(),
      },
      {
        position: far,
        rotation: seeded.quaternion(),
        linear: common,
        angular: bothMove ? angular() : still,
        pivot: pivot(),
      },
    ],
  };
}

export function motionOf({ position, rotation, linear, angular, pivot }: Screw): RigidMotion {
  return { start: { position, rotation }, linear, angular, pivot };
}

export function bracketOf({ a, b, screws }: Trial) {
  return firstContact(a, screws[0], b, screws[1]);
}

export function gapAt({ a, b, screws }: Trial, time: number): number {
  return soupGap(...placedPair(a, screws[0], b, screws[1], time));
}

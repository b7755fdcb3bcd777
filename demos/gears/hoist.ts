// The meshes of a hoist: a gear with a drum on its side, an eye on the drum, links, and a weight with a link on it.
import {
  cos,
  gearMesh,
  icosphereMesh,
  joinedMesh,
  latheMesh,
  placedMesh,
  type SceneMesh,
  torusMesh,
  type Vec3,
} from '../../scenes/meshes/index.js';
import { turnAround } from '../../scenes/meshes/vectors.js';

export const TEETH = 16;
const THICKNESS = 0.4;
/** Of the drum, between the gear and a rim that keeps the chain on it. */
const DRUM = 0.42;
const RIM = 0.6;
const WIDTH = 0.7;
/** Half of each part is inside the next one: they are one body. */
const INSIDE = 0.1;
const EYE = { around: 16, tube: 8, radius: 0.17, tubeRadius: 0.05 };
/** From the drum to the middle of the eye: a link has room between the two. */
const EYE_OUT = 0.08;
const LINK = { around: 20, tube: 8, radius: 0.24, tubeRadius: 0.05 };
const UPRIGHT = [Math.SQRT1_2, 0, 0, Math.SQRT1_2] as const;
/** The middles of two linked rings are this far apart, less than the most by a hair: rings are as wide as their sides' middles. */
const hangs = (a: number, b: number) => a + b - 2.02 * LINK.tubeRadius;
const LINK_REACH = LINK.radius * cos(Math.PI / LINK.around);

export const gear = (): SceneMesh =>
  gearMesh({ teeth: TEETH, quadsASide: 1, rows: 1, toothHeight: 0.22, thickness: THICKNESS });

/** Around the y axis, the drum above the gear, the eye at angle 0. */
export function drumGear(): SceneMesh {
  const bottom = THICKNESS / 2;
  const top = bottom + WIDTH;
  const drum = latheMesh({
    around: 32,
    profile: [
      [0, bottom - INSIDE],
      [DRUM, bottom - INSIDE],
      [DRUM, top],
      [RIM, top],
      [RIM, top + INSIDE],
      [0, top + INSIDE],
    ],
  });
  const eye = placedMesh(torusMesh(EYE), { position: [DRUM + EYE_OUT, bottom + WIDTH / 2, 0] });
  return joinedMesh([gear(), drum, eye]);
}

/** In the plane of x and y. Links that pull at each other do so with the middles of their sides, not with their corners. */
export function link(): SceneMesh {
  const turned = placedMesh(torusMesh(LINK), { rotation: turnAround([0, 1, 0], Math.PI / LINK.around) });
  return placedMesh(turned, { rotation: UPRIGHT });
}

export const weight = (): SceneMesh =>
  joinedMesh([
    link(),
    placedMesh(icosphereMesh({ subdivisions: 2, radius: 0.3 }), { position: [0, -0.5, 0] }),
  ]);

/** Where link i hangs, from the axis of the drum. */
export function linkPlace(i: number): Vec3 {
  const down = hangs(EYE.radius, LINK_REACH) + i * hangs(LINK_REACH, LINK_REACH);
  return [DRUM + EYE_OUT, -down, THICKNESS / 2 + WIDTH / 2];
}

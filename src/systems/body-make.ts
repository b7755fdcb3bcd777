import { MOTION_DYNAMIC } from '../components/constants.js';
import type { RigidBody } from '../components/index.js';
import { FirstContactError } from '../errors.js';
import type { MassProperties } from '../mesh/mass-properties.js';

function hasOwnInertia(body: RigidBody, entity: number): boolean {
  return (
    body.ixx[entity] !== 0 ||
    body.iyy[entity] !== 0 ||
    body.izz[entity] !== 0 ||
    body.ixy[entity] !== 0 ||
    body.ixz[entity] !== 0 ||
    body.iyz[entity] !== 0
  );
}

/** The centre of mass of a body is its mesh's, where its inertia is too, and otherwise what the user gave. */
export function writeCentre(body: RigidBody, entity: number, { centre }: MassProperties): void {
  if (body.motion[entity] !== MOTION_DYNAMIC || hasOwnInertia(body, entity)) return;
  body.cx[entity] = centre[0];
  body.cy[entity] = centre[1];
  body.cz[entity] = centre[2];
}

/** Inertia of a body whose own is not given: that of its mesh's volume. */
export function writeInertia(
  body: RigidBody,
  entity: number,
  solid: MassProperties,
  out: Float64Array,
): void {
  if (hasOwnInertia(body, entity)) {
    out[0] = body.ixx[entity];
    out[1] = body.iyy[entity];
    out[2] = body.izz[entity];
    out[3] = body.ixy[entity];
    out[4] = body.ixz[entity];
    out[5] = body.iyz[entity];
    return;
  }
  for (let k = 0; k < 6; k++) out[k] = body.mass[entity] * solid.inertia[k];
}

/** A dynamic body needs a volume or an inertia of its own. */
export function checkMake(body: RigidBody, entity: number, solid: MassProperties): void {
  if (body.motion[entity] !== MOTION_DYNAMIC) return;
  if (hasOwnInertia(body, entity)) checkInertia(body, entity);
  else if (solid.volume === 0) {
    throw new FirstContactError(
      'OPEN_MESH',
      'The mesh encloses no volume, so that its centre of mass and inertia are unknown',
      'Close it (weldVertices() joins vertices), give RigidBody.ixx, iyy, izz with cx, cy, cz, or make the body kinematic or fixed.',
      { entity },
    );
  }
}

/** Moments that no solid has are taken: one that is far above the others holds a body about that axis of its own. */
function checkInertia(body: RigidBody, entity: number): void {
  const xx = body.ixx[entity];
  const yy = body.iyy[entity];
  const zz = body.izz[entity];
  const xy = body.ixy[entity];
  const xz = body.ixz[entity];
  const yz = body.iyz[entity];
  const isPositive = xx > 0 && xx * yy - xy * xy > 0 && determinant(xx, yy, zz, xy, xz, yz) > 0;
  if (isPositive && Number.isFinite(xx + yy + zz)) return;
  throw new FirstContactError(
    'BAD_INERTIA',
    `The inertia ${xx}, ${yy}, ${zz}, ${xy}, ${xz}, ${yz} (xx yy zz xy xz yz) is not positive and finite about every axis`,
    'Give kilograms times square metres about the centre of mass, more than 0 about every axis.',
    { entity },
  );
}

function determinant(xx: number, yy: number, zz: number, xy: number, xz: number, yz: number): number {
  return xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
}

import { MOVER_BYTES, MOVER_CENTRE_NOW, MOVER_INVERSE_MASS, MOVER_TOPOLOGY } from '../layout/bodies';
import {
  LINK_A,
  LINK_B,
  LINK_FLAGS,
  LINK_OVERLAPS,
  LINK_PARTING,
  LINK_SIZE,
  TOUCH_GAP,
  TOUCH_NORMAL,
  TOUCH_OWN_A,
  TOUCH_OWN_B,
} from '../layout/contacts';
import { BLOCK_POSITIONS, BLOCK_TRIANGLES } from '../layout/meshes';
import { NEAR_BYTES, NEAR_DISTANCE, NEAR_TRIANGLE_A, NEAR_TRIANGLE_B } from '../layout/rigid-queries';
import { component, lengthAt, setVector } from '../rigid/vector';
import { turnedX, turnedY, turnedZ } from './inertia';
import { placeOwn, rotationOf, turnOwn, writeTouch } from './touches';

/** Bodies that overlap are taken to do so by this share of the smaller one's size: how fast they part does not depend on it. */
const DEPTH: f64 = 0.05;
/** Normals that cancel each other but for this share tell no direction. */
const CLEAR: f64 = 0.05;

/**
 * One contact point for bodies that overlap, along a direction that stays the same until they are apart: whatever their
 * shapes, they are by then. Returns 1.
 */
export function partBodies(
  bodies: usize,
  link: usize,
  index: u32,
  near: usize,
  count: i32,
  target: usize,
): i32 {
  const a = bodies + <usize>load<u32>(link, LINK_A) * MOVER_BYTES;
  const b = bodies + <usize>load<u32>(link, LINK_B) * MOVER_BYTES;
  const way = link + LINK_PARTING;
  if ((load<u32>(link, LINK_FLAGS) & LINK_OVERLAPS) === 0) chooseWay(way, a, b, near, count);
  // Through the centre of whoever can be moved, so that neither is turned more than it has to be.
  const ia = load<f64>(a, MOVER_INVERSE_MASS) + load<f64>(a, MOVER_INVERSE_MASS + 8) + 1e-300;
  const ib = load<f64>(b, MOVER_INVERSE_MASS) + load<f64>(b, MOVER_INVERSE_MASS + 8) + 1e-300;
  const share = ib / (ia + ib);
  const p = a + MOVER_CENTRE_NOW;
  const q = b + MOVER_CENTRE_NOW;
  const x = component(p, 0) + share * (component(q, 0) - component(p, 0));
  const y = component(p, 1) + share * (component(q, 1) - component(p, 1));
  const z = component(p, 2) + share * (component(q, 2) - component(p, 2));
  const depth = DEPTH * load<f64>(link, LINK_SIZE);
  writeTouch(target, near, a, b, index);
  memory.copy(target + TOUCH_NORMAL, way, 24);
  store<f64>(target, -depth, TOUCH_GAP);
  setVector(target + TOUCH_OWN_A, x, y, z);
  setVector(
    target + TOUCH_OWN_B,
    x - depth * component(way, 0),
    y - depth * component(way, 1),
    z - depth * component(way, 2),
  );
  placeOwn(target, a, TOUCH_OWN_A);
  rotationOf(a);
  turnOwn(target, TOUCH_OWN_A);
  placeOwn(target, b, TOUCH_OWN_B);
  rotationOf(b);
  turnOwn(target, TOUCH_OWN_B);
  return 1;
}

/** Out of each other by the faces that cross, where these agree; else from one centre to the other; else B goes up. */
function chooseWay(way: usize, a: usize, b: usize, near: usize, count: i32): void {
  setVector(way, 0, 0, 0);
  let crossing = 0;
  for (let i = 0; i < count; i++) {
    if (load<f64>(near + <usize>i * NEAR_BYTES, NEAR_DISTANCE) <= 0) crossing++;
  }
  rotationOf(a);
  addNormals(way, a, near, count, NEAR_TRIANGLE_A);
  const agreedA = agreed(way, crossing);
  const ax = agreedA * component(way, 0);
  const ay = agreedA * component(way, 1);
  const az = agreedA * component(way, 2);
  setVector(way, 0, 0, 0);
  rotationOf(b);
  addNormals(way, b, near, count, NEAR_TRIANGLE_B);
  const agreedB = agreed(way, crossing);
  setVector(
    way,
    ax - agreedB * component(way, 0),
    ay - agreedB * component(way, 1),
    az - agreedB * component(way, 2),
  );
  if (lengthAt(way) < CLEAR * <f64>crossing) {
    const p = a + MOVER_CENTRE_NOW;
    const q = b + MOVER_CENTRE_NOW;
    setVector(
      way,
      component(q, 0) - component(p, 0),
      component(q, 1) - component(p, 1),
      component(q, 2) - component(p, 2),
    );
  }
  const size = lengthAt(way);
  if (size > 1e-9)
    setVector(way, component(way, 0) / size, component(way, 1) / size, component(way, 2) / size);
  else setVector(way, 0, 1, 0);
}

/** How far normals agree, squared: a floor's all do, those around the box that is sunk into it cancel each other, nearly. */
function agreed(sum: usize, crossing: i32): f64 {
  const share = lengthAt(sum) / <f64>crossing;
  return share * share;
}

/** Adds the unit normals of a body's crossing triangles. The rotation in use is the body's. */
function addNormals(way: usize, body: usize, near: usize, count: i32, which: usize): void {
  const mesh = <usize>load<u32>(body, MOVER_TOPOLOGY);
  const triangles = mesh + load<u32>(mesh, BLOCK_TRIANGLES);
  const positions = mesh + load<u32>(mesh, BLOCK_POSITIONS);
  for (let i = 0; i < count; i++) {
    const record = near + <usize>i * NEAR_BYTES;
    if (load<f64>(record, NEAR_DISTANCE) > 0) continue;
    const triangle = triangles + <usize>load<u32>(record + which) * 12;
    const p = positions + <usize>load<u32>(triangle) * 24;
    const q = positions + <usize>load<u32>(triangle, 4) * 24;
    const r = positions + <usize>load<u32>(triangle, 8) * 24;
    const ux = component(q, 0) - component(p, 0);
    const uy = component(q, 1) - component(p, 1);
    const uz = component(q, 2) - component(p, 2);
    const vx = component(r, 0) - component(p, 0);
    const vy = component(r, 1) - component(p, 1);
    const vz = component(r, 2) - component(p, 2);
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const s = 1 / sqrt(nx * nx + ny * ny + nz * nz);
    setVector(
      way,
      component(way, 0) + s * turnedX(nx, ny, nz),
      component(way, 1) + s * turnedY(nx, ny, nz),
      component(way, 2) + s * turnedZ(nx, ny, nz),
    );
  }
}

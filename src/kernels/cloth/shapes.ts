// Shape matching (Mueller et al. 2005): stiff and soft bodies as deformables that are drawn to their own shape, turned and
// moved as it fits best. Momentum is kept.
import {
  CLOTH_INVERSE_MASS,
  CLOTH_REST,
  CLOTH_Y,
  PART_BYTES,
  PART_GLUE,
  PART_SHAPE,
  PART_SHAPE_ROTATION,
  SHAPE_SUMS,
} from '../layout/cloth';
import { rotatedX, rotatedY, rotatedZ, rotatePoint, turn } from './pose';
import { addPoint, array, endVertex, firstVertex, POINT_BYTES, partAt, partsEnd } from './world';

/** Each from the rotation of the sub-step before: two or three are enough for what a body turns in one. */
const ROTATION_STEPS = 6;

/** Draws every part that has a stiffness to its shape. Parts that are glued have one shape together. */
export function clothShapes(world: usize): void {
  for (let part = partAt(world, 0), end = partsEnd(world); part < end; part += PART_BYTES) {
    if (load<f64>(part, PART_SHAPE) > 0 && isFirstOfItsGlue(world, part)) match(world, part);
  }
}

function isFirstOfItsGlue(world: usize, part: usize): bool {
  const glue = load<u32>(part, PART_GLUE);
  if (glue === 0) return true;
  for (let other = partAt(world, 0); other < part; other += PART_BYTES) {
    if (load<u32>(other, PART_GLUE) === glue) return false;
  }
  return true;
}

function belongs(part: usize, leader: usize): bool {
  return (
    part === leader ||
    (load<u32>(leader, PART_GLUE) !== 0 && load<u32>(part, PART_GLUE) === load<u32>(leader, PART_GLUE))
  );
}

function match(world: usize, leader: usize): void {
  const sums = leader + SHAPE_SUMS;
  const end = partsEnd(world);
  memory.fill(sums, 0, 136);
  for (let part = leader; part < end; part += PART_BYTES)
    if (belongs(part, leader)) addCentres(world, part, sums);
  const mass = load<f64>(sums, 48);
  if (mass === 0) return;
  for (let at = sums; at < sums + 48; at += 8) store<f64>(at, load<f64>(at) / mass);
  for (let part = leader; part < end; part += PART_BYTES)
    if (belongs(part, leader)) addSpread(world, part, sums);
  const rotation = leader + PART_SHAPE_ROTATION;
  for (let step = 0; step < ROTATION_STEPS; step++) if (!improve(rotation, sums + 56)) break;
  for (let part = leader; part < end; part += PART_BYTES)
    if (belongs(part, leader)) draw(world, part, rotation, sums);
}

function massOf(world: usize, i: usize): f64 {
  const inverse = load<f64>(array(world, CLOTH_INVERSE_MASS) + (i << 3));
  return inverse > 0 ? 1 / inverse : 0;
}

/** Sums of mass times place now (0-23) and at rest (24-47), and of mass (48). */
function addCentres(world: usize, part: usize, sums: usize): void {
  for (let i = firstVertex(part), end = endVertex(part); i < end; i++) {
    const mass = massOf(world, i);
    const y = array(world, CLOTH_Y) + i * POINT_BYTES;
    const rest = array(world, CLOTH_REST) + i * POINT_BYTES;
    addPoint(sums, mass * load<f64>(y), mass * load<f64>(y, 8), mass * load<f64>(y, 16));
    addPoint(sums + 24, mass * load<f64>(rest), mass * load<f64>(rest, 8), mass * load<f64>(rest, 16));
    store<f64>(sums, load<f64>(sums, 48) + mass, 48);
  }
}

/** The matrix of sums of mass times (place - centre)(rest - centre)^T, column by column, at 56. */
function addSpread(world: usize, part: usize, sums: usize): void {
  for (let i = firstVertex(part), end = endVertex(part); i < end; i++) {
    const mass = massOf(world, i);
    const y = array(world, CLOTH_Y) + i * POINT_BYTES;
    const rest = array(world, CLOTH_REST) + i * POINT_BYTES;
    const x = mass * (load<f64>(y) - load<f64>(sums));
    const v = mass * (load<f64>(y, 8) - load<f64>(sums, 8));
    const w = mass * (load<f64>(y, 16) - load<f64>(sums, 16));
    for (let axis: usize = 0; axis < 3; axis++) {
      const r = load<f64>(rest + (axis << 3)) - load<f64>(sums + 24 + (axis << 3));
      addPoint(sums + 56 + axis * 24, x * r, v * r, w * r);
    }
  }
}

/** A step towards the rotation nearest to a matrix (Mueller et al. 2016). False where it is there. */
function improve(rotation: usize, matrix: usize): bool {
  let x: f64 = 0;
  let y: f64 = 0;
  let z: f64 = 0;
  let along: f64 = 0;
  for (let axis: usize = 0; axis < 3; axis++) {
    rotatePoint(rotation, axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0);
    const a = load<f64>(matrix + axis * 24);
    const b = load<f64>(matrix + axis * 24, 8);
    const c = load<f64>(matrix + axis * 24, 16);
    x += rotatedY * c - rotatedZ * b;
    y += rotatedZ * a - rotatedX * c;
    z += rotatedX * b - rotatedY * a;
    along += rotatedX * a + rotatedY * b + rotatedZ * c;
  }
  const scale = abs(along);
  if (scale === 0) return false;
  turn(rotation, x / scale, y / scale, z / scale);
  return x * x + y * y + z * z > 1e-18 * scale * scale;
}

function draw(world: usize, part: usize, rotation: usize, sums: usize): void {
  const stiffness = load<f64>(part, PART_SHAPE);
  for (let i = firstVertex(part), end = endVertex(part); i < end; i++) {
    if (massOf(world, i) === 0) continue;
    const y = array(world, CLOTH_Y) + i * POINT_BYTES;
    const rest = array(world, CLOTH_REST) + i * POINT_BYTES;
    rotatePoint(
      rotation,
      load<f64>(rest) - load<f64>(sums, 24),
      load<f64>(rest, 8) - load<f64>(sums, 32),
      load<f64>(rest, 16) - load<f64>(sums, 40),
    );
    addPoint(
      y,
      stiffness * (load<f64>(sums) + rotatedX - load<f64>(y)),
      stiffness * (load<f64>(sums, 8) + rotatedY - load<f64>(y, 8)),
      stiffness * (load<f64>(sums, 16) + rotatedZ - load<f64>(y, 16)),
    );
  }
}

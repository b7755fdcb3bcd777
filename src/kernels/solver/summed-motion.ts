import { component } from '../rigid/vector';

// The motion of bodies together: their centre of mass, how that moves, and their angular momentum about it against that. First all are added by their masses, then by how they turn.

export let centreX: f64 = 0;
export let centreY: f64 = 0;
export let centreZ: f64 = 0;
export let linearX: f64 = 0;
export let linearY: f64 = 0;
export let linearZ: f64 = 0;
export let turningX: f64 = 0;
export let turningY: f64 = 0;
export let turningZ: f64 = 0;
/** Twice the energy that all have by how their centre moves. */
export let going: f64 = 0;

let mass: f64 = 0;

export function beginSum(): void {
  mass = centreX = centreY = centreZ = linearX = linearY = linearZ = turningX = turningY = turningZ = 0;
}

/** A body's mass, and where its place and its velocity are. */
export function addMass(m: f64, p: usize, v: usize): void {
  mass += m;
  centreX += m * component(p, 0);
  centreY += m * component(p, 1);
  centreZ += m * component(p, 2);
  linearX += m * component(v, 0);
  linearY += m * component(v, 1);
  linearZ += m * component(v, 2);
}

/** When all masses have been added. */
export function endMasses(): void {
  centreX /= mass;
  centreY /= mass;
  centreZ /= mass;
  linearX /= mass;
  linearY /= mass;
  linearZ /= mass;
  going = mass * (linearX * linearX + linearY * linearY + linearZ * linearZ);
}

/** The same body, and the angular momentum of its spin. */
export function addTurning(m: f64, p: usize, v: usize, lx: f64, ly: f64, lz: f64): void {
  const x = component(p, 0) - centreX;
  const y = component(p, 1) - centreY;
  const z = component(p, 2) - centreZ;
  const vx = component(v, 0) - linearX;
  const vy = component(v, 1) - linearY;
  const vz = component(v, 2) - linearZ;
  turningX += lx + m * (y * vz - z * vy);
  turningY += ly + m * (z * vx - x * vz);
  turningZ += lz + m * (x * vy - y * vx);
}

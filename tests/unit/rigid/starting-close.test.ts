import { beforeAll, describe, expect, it } from 'vitest';
import { torusMesh } from '../../../scenes/meshes/index.js';
import {
  initGeometry,
  type RigidMesh,
  type RigidMotion,
  rigidMesh,
  type TimeOfContactOptions,
  timeOfContact,
} from '../../../src/geometry/index.js';
import { boxSoup } from './soups.js';

let box: RigidMesh;
let floor: RigidMesh;

beforeAll(async () => {
  await initGeometry();
  const small = boxSoup(0.5, 0.5, 0.5);
  const wide = boxSoup(10, 1, 10);
  box = rigidMesh(small.positions, small.triangles);
  floor = rigidMesh(wide.positions, wide.triangles);
});

const upright = [0, 0, 0, 1];

/** A box `height` above a floor whose top is y = 0, off the floor's middle so that it lies over both triangles. */
function moves(
  height: number,
  linear: number[],
  options: TimeOfContactOptions = {},
  angular: number[] = [0, 0, 0],
) {
  const motion: RigidMotion = {
    start: { position: [0.3, 0.5 + height, 0.1], rotation: upright },
    linear,
    angular,
  };
  const still = { start: { position: [0, -1, 0], rotation: upright }, linear: [0, 0, 0], angular: [0, 0, 0] };
  return timeOfContact(box, motion, floor, still, { tolerance: 1e-3, ...options });
}

describe('bodies that start within tolerance', () => {
  it('are free when they move apart', () => {
    expect(moves(5e-4, [0, 1, 0]).state).toBe('free');
    expect(moves(5e-4, [1, 0.1, 0.7]).state).toBe('free');
  });

  it('are free when they slide along each other', () => {
    expect(moves(5e-4, [2, 0, 1]).state).toBe('free');
  });

  it('are in contact when they come closer, before they touch', () => {
    const result = moves(5e-4, [0.3, -1, 0]);
    expect(result.state).toBe('contact');
    expect(result.time).toBeLessThan(5e-4);
    expect(result.time).toBeGreaterThan(0);
    expect(result.tolerance).toBeLessThanOrEqual(5e-4);
  });

  it('are in contact at once where that is asked for', () => {
    const result = moves(5e-4, [0, 1, 0], { separating: 'contact' });
    expect(result.state).toBe('initial-overlap');
    expect(result.time).toBe(0);
  });

  it('meet what they meet later', () => {
    const below = boxSoup(10, 1, 10);
    const shifted = below.positions.map((y, i) => (i % 3 === 1 ? y + 5 : y));
    using room = rigidMesh(
      [...below.positions, ...shifted],
      [...below.triangles, ...below.triangles.map((v) => v + 8)],
    );
    const still = {
      start: { position: [0, -1, 0], rotation: upright },
      linear: [0, 0, 0],
      angular: [0, 0, 0],
    };
    const up = {
      start: { position: [0, 0.5005, 0], rotation: upright },
      linear: [1, 4, 0],
      angular: [0, 0, 0],
    };
    const result = timeOfContact(box, up, room, still, { tolerance: 1e-3 });
    expect(result.state).toBe('contact');
    expect(result.time).toBeGreaterThan((1.9995 - 1e-3) / 4);
    expect(result.time).toBeLessThanOrEqual(1.9995 / 4);
  });
});

describe('bodies that touch at the start', () => {
  it('are free when they move apart', () => {
    expect(moves(0, [0, 1, 0]).state).toBe('free');
    expect(moves(0, [0.2, 0.5, -0.1]).state).toBe('free');
  });

  it('overlap when they press on', () => {
    expect(moves(0, [0, -1, 0])).toMatchObject({ state: 'initial-overlap', time: 0, distance: 0 });
  });

  it('overlap when they cross each other, whichever way they move', () => {
    for (const linear of [
      [0, 1, 0],
      [0, -1, 0],
      [0, 0, 0],
    ]) {
      expect(moves(-0.25, linear)).toMatchObject({ state: 'initial-overlap', time: 0, distance: 0 });
    }
  });
});

describe('a box that falls flat on a floor', () => {
  it('has its four corners in the manifold, each once', () => {
    const result = moves(0.5, [0, -1, 0], { tolerance: 1e-6 });
    expect(result.state).toBe('contact');
    if (result.state !== 'contact') return;
    expect(result.normal[1]).toBeCloseTo(-1, 12);
    const corners = result.manifold.filter(({ featureA }) => featureA.kind === 'vertex');
    const places = corners.map(({ pointA }) => pointA.map((x) => Math.round(x * 1e3) / 1e3).join(' '));
    expect(new Set(places).size).toBe(places.length);
    for (const x of [-0.2, 0.8]) {
      for (const z of [-0.4, 0.6]) {
        const near = result.manifold.some(({ pointA }) => Math.hypot(pointA[0] - x, pointA[2] - z) < 1e-6);
        expect(near).toBe(true);
      }
    }
    expect(result.manifold.length).toBeLessThanOrEqual(32);
  });

  it('stops at most the tolerance above it', () => {
    const result = moves(0.5, [0, -1, 0], { tolerance: 1e-6 });
    expect(result.time).toBeLessThanOrEqual(0.5);
    expect(result.time).toBeGreaterThanOrEqual(0.5 - 1e-6 * 1.0001);
  });
});

describe('linked rings', () => {
  it('stop each other however fast they are', () => {
    const ring = torusMesh({ around: 16, tube: 5, radius: 1, tubeRadius: 0.15 });
    using mesh = rigidMesh(ring.positions, ring.triangles);
    const across = { position: [1, 0, 0], rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] };
    const still = {
      start: { position: [0, 0, 0], rotation: upright },
      linear: [0, 0, 0],
      angular: [0, 0, 0],
    };
    for (const speed of [2, 20, 2000]) {
      for (const direction of [
        [1, 0, 0],
        [-1, 0, 0],
        [0.6, 0.64, 0.48],
      ]) {
        const linear = direction.map((x) => x * speed);
        const result = timeOfContact(mesh, { start: across, linear, angular: [1, 2, 0.5] }, mesh, still);
        expect(result.state).toBe('contact');
        expect(result.time * speed).toBeLessThan(2);
      }
    }
  });
});

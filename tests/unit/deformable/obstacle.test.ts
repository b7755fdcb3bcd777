import { beforeAll, describe, expect, it } from 'vitest';
import {
  DeformableCollider,
  edgeEdgeThickContact,
  initGeometry,
  RigidObstacle,
  VERTEX_FACE,
  vertexFaceThickContact,
} from '../../../src/geometry/index.js';
import { allFeaturePairs, connectivityOf } from './support/feature-pairs.js';
import { grid, type MovingMesh, moving, tetrahedron, together } from './support/meshes.js';

beforeAll(() => initGeometry());

function pointsOf(mesh: MovingMesh, corners: readonly number[]): number[] {
  const at = (positions: Float64Array) => corners.flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)]);
  return [...at(mesh.start), ...at(mesh.end)];
}

describe('surfaces with a thickness', () => {
  it.each([1, 2, 3, 4, 5, 6])('are in contact where brute force says so, seed %i', (seed) => {
    const mesh = moving('pieces', together([grid(3, 2), tetrahedron, grid(1, 2)]), seed, { speed: 0.3 });
    const thickness = 0.02 * seed;
    const { positions, triangles } = { positions: mesh.start, triangles: mesh.triangles };
    const collider = new DeformableCollider({ positions, triangles }, { thickness });
    const { edges } = connectivityOf(mesh);
    const ends = (edge: number) => [...edges.subarray(2 * edge, 2 * edge + 2)];
    const brute = new Map<string, number>();
    for (const [v, f] of allFeaturePairs(mesh).vertexFace) {
      const corners = [v, ...triangles.subarray(3 * f, 3 * f + 3)];
      const answer = vertexFaceThickContact(pointsOf(mesh, corners), thickness);
      if (answer.state === 'contact') brute.set(`vf ${v} ${f}`, answer.time);
    }
    for (const [a, b] of allFeaturePairs(mesh).edgeEdge) {
      const answer = edgeEdgeThickContact(pointsOf(mesh, [...ends(a), ...ends(b)]), thickness);
      if (answer.state === 'contact') brute.set(`ee ${a} ${b}`, answer.time);
    }
    expect(brute.size).toBeGreaterThan(10);
    for (const strategy of ['basic', 'r-triangles', 'all'] as const) {
      collider.update(mesh.end, mesh.start);
      const { count, kind, a, b, time } = collider.contacts({ strategy });
      const found = Array.from({ length: count }, (_, i) => {
        const name = `${kind[i] === VERTEX_FACE ? 'vf' : 'ee'} ${a[i]} ${b[i]}`;
        return [name, time[i]] as const;
      });
      expect(new Map(found)).toEqual(brute);
    }
    const least = Math.min(...brute.values());
    const first = collider.contacts({ mode: 'first' });
    expect([...first.time].every((time) => time === least)).toBe(true);
    expect(first.count).toBeGreaterThan(0);
    collider.dispose();
  });
});

describe('an obstacle', () => {
  it('that turns meets a sheet no later than in truth, and not much earlier', () => {
    // a rod of length 1 from the origin along x, turning about z: its tip meets the sheet y = sin(angle) at that angle
    const rod = new RigidObstacle({ positions: [0, 0, 0, 1, 0, 0, 0.5, 0, 0.1], triangles: [0, 1, 2] });
    const y = Math.sin(0.4);
    const positions = [0.8, y, -1, 1.2, y, -1, 1, y, 1];
    const sheet = new DeformableCollider({ positions, triangles: [0, 1, 2] });
    const start = { position: [0, 0, 0], rotation: [0, 0, 0, 1] };
    for (const tolerance of [1e-2, 1e-4, 1e-6]) {
      rod.move({ start, linear: [0, 0, 0], angular: [0, 0, 1] });
      sheet.update(positions, positions);
      const { count, time, normals } = sheet.contactsWithObstacle(rod, { tolerance, details: true });
      const first = Math.min(...time);
      expect(count).toBeGreaterThan(0);
      expect(first).toBeLessThanOrEqual(0.4);
      expect(first).toBeGreaterThan(0.4 - 3 * tolerance - 1e-3 * tolerance);
      expect(Math.abs(normals![3 * [...time].indexOf(first) + 1])).toBeCloseTo(1, 6);
    }
    rod.move({ start, linear: [0, 0, 0], angular: [0, 0, 0.39] });
    expect(sheet.contactsWithObstacle(rod, { tolerance: 1e-6 }).count).toBe(0);
    rod.dispose();
  });

  it('that does not turn is met exactly', () => {
    const rod = new RigidObstacle({ positions: [0, 0, 0, 1, 0, 0, 0.5, 0, 0.1], triangles: [0, 1, 2] });
    const positions = [0, 0.5, -1, 1.2, 0.5, -1, 1, 0.5, 1];
    const sheet = new DeformableCollider({ positions, triangles: [0, 1, 2] });
    const start = { position: [0, 0, 0], rotation: [0, 0, 0, 1] };
    rod.move({ start, linear: [0, 1, 0], angular: [0, 0, 0] });
    const touch = Math.min(...sheet.contactsWithObstacle(rod).time);
    expect(touch).toBeLessThanOrEqual(0.5);
    expect(touch).toBeGreaterThan(0.5 - 1e-8);
    rod.move({ start, linear: [0, 0.5 - 2 ** -53, 0], angular: [0, 0, 0] });
    expect(sheet.contactsWithObstacle(rod).count).toBe(0);
    rod.move({ start, linear: [0, 0.5, 0], angular: [0, 0, 0] });
    expect(sheet.contactsWithObstacle(rod).count).toBeGreaterThan(0);
    rod.dispose();
  });
});

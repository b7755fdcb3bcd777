import { addEntity } from 'bitecs';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  edgeEdgeContact,
  edgeEdgeThickContact,
  initGeometry,
  vertexFaceContact,
  vertexFaceThickContact,
} from '../../../src/geometry/index.js';
import {
  ALL_STAGES,
  CONTACTS_FIRST,
  EDGE_EDGE,
  FACE_VERTEX,
  STAGE_CONTOURS,
  STAGE_FEATURE_BOXES,
  STAGE_NORMAL_CONES,
  STAGE_REPRESENTATIVES,
} from '../../../src/index.js';
import { openScene, type Scene } from '../../support/colliders.js';
import { allFeaturePairs, connectivityOf } from '../deformable/support/feature-pairs.js';
import {
  annulus,
  type Connectivity,
  fan,
  grid,
  type MovingMesh,
  moving,
  pyramid,
  seeded,
  tetrahedron,
  together,
} from '../deformable/support/meshes.js';

beforeAll(() => initGeometry());

/** Surfaces, since a deformable must be one. */
const surfaces: readonly (readonly [string, Connectivity])[] = [
  ['grid', grid(3, 2)],
  ['strip', grid(6, 1)],
  ['tetrahedron', tetrahedron],
  ['pyramid', pyramid],
  ['ring of 3', annulus(3, 1)],
  ['tube of 4', annulus(4, 2)],
  ['closed fan', fan(5, true)],
  ['two pieces', together([grid(2, 1), tetrahedron])],
];

/** How a pair of features is decided without any culling: with a gap above 0, times are certified and not exact. */
interface Rule {
  readonly gap: number;
  /** Kept: the contact's time, or undefined where there is none. */
  readonly vertexFace: (points: number[]) => number | undefined;
  readonly edgeEdge: (points: number[]) => number | undefined;
}

function ruleFor(gap: number): Rule {
  type Answer = { readonly state: string; readonly time?: number };
  const timeOf = (answer: Answer) => (answer.state === 'contact' ? answer.time : undefined);
  if (gap === 0) {
    return {
      gap,
      vertexFace: (points) => timeOf(vertexFaceContact(points)),
      edgeEdge: (points) => timeOf(edgeEdgeContact(points)),
    };
  }
  return {
    gap,
    vertexFace: (points) => timeOf(vertexFaceThickContact(points, gap)),
    edgeEdge: (points) => timeOf(edgeEdgeThickContact(points, gap)),
  };
}

type Corner = readonly [MovingMesh, number];

function pointsOf(corners: readonly Corner[]): number[] {
  return [
    ...corners.flatMap(([mesh, v]) => [...mesh.start.subarray(3 * v, 3 * v + 3)]),
    ...corners.flatMap(([mesh, v]) => [...mesh.end.subarray(3 * v, 3 * v + 3)]),
  ];
}

function facesOf(mesh: MovingMesh, face: number): Corner[] {
  return [...mesh.triangles.subarray(3 * face, 3 * face + 3)].map((v) => [mesh, v]);
}

/** Features by name, and the contact's time. */
type Found = Map<string, number>;

function bruteWithin(mesh: MovingMesh, rule: Rule): Found {
  const { edges } = connectivityOf(mesh);
  const all = allFeaturePairs(mesh);
  const ends = (edge: number): Corner[] => [...edges.subarray(2 * edge, 2 * edge + 2)].map((v) => [mesh, v]);
  const found: Found = new Map();
  const note = (name: string, time: number | undefined) => {
    if (time !== undefined) found.set(name, time);
  };
  for (const [v, f] of all.vertexFace) {
    note(`vf ${v} ${f}`, rule.vertexFace(pointsOf([[mesh, v], ...facesOf(mesh, f)])));
  }
  for (const [a, b] of all.edgeEdge) note(`ee ${a} ${b}`, rule.edgeEdge(pointsOf([...ends(a), ...ends(b)])));
  return found;
}

function bruteBetween(a: MovingMesh, b: MovingMesh, rule: Rule): Found {
  const [ofA, ofB] = [connectivityOf(a), connectivityOf(b)];
  const found: Found = new Map();
  const note = (name: string, time: number | undefined) => {
    if (time !== undefined) found.set(name, time);
  };
  for (const v of new Set(a.triangles)) {
    for (let f = 0; f < ofB.triangleCount; f++) {
      note(`vf ${v} ${f}`, rule.vertexFace(pointsOf([[a, v], ...facesOf(b, f)])));
    }
  }
  for (const v of new Set(b.triangles)) {
    for (let f = 0; f < ofA.triangleCount; f++) {
      note(`fv ${f} ${v}`, rule.vertexFace(pointsOf([[b, v], ...facesOf(a, f)])));
    }
  }
  for (let i = 0; i < ofA.edgeCount; i++) {
    for (let j = 0; j < ofB.edgeCount; j++) {
      const ends: Corner[] = [
        [a, ofA.edges[2 * i]],
        [a, ofA.edges[2 * i + 1]],
        [b, ofB.edges[2 * j]],
        [b, ofB.edges[2 * j + 1]],
      ];
      note(`ee ${i} ${j}`, rule.edgeEdge(pointsOf(ends)));
    }
  }
  return found;
}

/** What the plugin says of two entities, or of one with itself. */
function listed({ plugin }: Scene, a: number, b: number): Found {
  const { contacts } = plugin;
  const found: Found = new Map();
  for (let i = 0; i < contacts.count; i++) {
    if (contacts.a[i] !== a || contacts.b[i] !== b) continue;
    const kind = contacts.kind[i] === EDGE_EDGE ? 'ee' : contacts.kind[i] === FACE_VERTEX ? 'fv' : 'vf';
    const name = `${kind} ${contacts.featureA[i]} ${contacts.featureB[i]}`;
    expect(found.has(name)).toBe(false);
    found.set(name, contacts.time[i]);
  }
  return found;
}

function inOrder(found: Found): [string, number][] {
  return [...found].sort(([p], [q]) => (p < q ? -1 : 1));
}

function addMoving({ world, plugin }: Scene, mesh: MovingMesh, settings = {}): number {
  const entity = addEntity(world);
  plugin.addDeformable(entity, { positions: mesh.start, triangles: mesh.triangles, settings });
  plugin.moveVertices(entity, mesh.end);
  return entity;
}

/** The columns of Contacts against the list. */
function expectIndexed({ plugin }: Scene, entities: readonly number[]): void {
  const { contacts, components } = plugin;
  for (const entity of entities) {
    const own = Array.from({ length: contacts.count }, (_, i) => i).filter(
      (i) => contacts.a[i] === entity || contacts.b[i] === entity,
    );
    const first = components.Contacts.first[entity];
    expect([...contacts.byEntity.subarray(first, first + components.Contacts.count[entity])]).toEqual(own);
    expect(components.Contacts.earliest[entity]).toBe(Math.min(...own.map((i) => contacts.time[i])));
  }
}

describe('contacts of deformables in a step', () => {
  test.each(Array.from({ length: 12 }, (_, seed) => seed))(
    'are those of brute force, seed %i',
    async (seed) => {
      const scene = await openScene({ maxEntities: 20 });
      const random = seeded(seed);
      const thickness = () => (random() < 0.5 ? 0 : 0.05 * random());
      const stages = Math.floor(random() * (ALL_STAGES + 1));
      const meshes = Array.from({ length: 3 }, (_, i) => {
        const [name, triangles] = surfaces[Math.floor(random() * surfaces.length)];
        return moving(`${name} ${i}`, triangles, 10 * seed + i, { speed: 0.3 });
      });
      const thick = meshes.map(thickness);
      const entities = meshes.map((mesh, i) => addMoving(scene, mesh, { thickness: thick[i], stages }));
      scene.plugin.step();
      let count = 0;
      for (let i = 0; i < meshes.length; i++) {
        const own = bruteWithin(meshes[i], ruleFor(thick[i]));
        expect(inOrder(listed(scene, entities[i], entities[i]))).toEqual(inOrder(own));
        count += own.size;
        for (let k = i + 1; k < meshes.length; k++) {
          const both = bruteBetween(meshes[i], meshes[k], ruleFor((thick[i] + thick[k]) / 2));
          expect(inOrder(listed(scene, entities[i], entities[k]))).toEqual(inOrder(both));
          count += both.size;
        }
      }
      expect(scene.plugin.contacts.count).toBe(count);
      expect(scene.plugin.counters.contacts).toBe(count);
      expectIndexed(scene, entities);
    },
  );

  test('do not depend on which culling stages run', async () => {
    const mesh = moving('grid', grid(5, 4), 7, { speed: 0.2 });
    const lists: [string, number][][] = [];
    const parts = [
      0,
      STAGE_REPRESENTATIVES,
      STAGE_FEATURE_BOXES,
      STAGE_NORMAL_CONES | STAGE_CONTOURS,
      ALL_STAGES,
    ];
    for (const stages of parts) {
      const scene = await openScene({ maxEntities: 5 });
      const entity = addMoving(scene, mesh, { stages });
      scene.plugin.step();
      lists.push(inOrder(listed(scene, entity, entity)));
    }
    expect(lists[0].length).toBeGreaterThan(10);
    for (const list of lists) expect(list).toEqual(lists[0]);
  });

  test('are the earliest alone where that is all that is wanted', async () => {
    const mesh = moving('grid', grid(5, 4), 7, { speed: 0.2 });
    const scene = await openScene({ maxEntities: 5 });
    const entity = addMoving(scene, mesh, { contacts: CONTACTS_FIRST });
    scene.plugin.step();
    const brute = bruteWithin(mesh, ruleFor(0));
    const earliest = Math.min(...brute.values());
    expect(inOrder(listed(scene, entity, entity))).toEqual(
      inOrder(brute).filter(([, time]) => time === earliest),
    );
  });

  test('are not lost where a flat sheet comes close to itself', async () => {
    // a horseshoe: flat, its contour simple at all times, and its tips closer than the thickness
    const across = 5;
    const positions: number[] = [];
    const triangles: number[] = [];
    for (let i = 0; i <= 40; i++) {
      const angle = ((2 * Math.PI - 0.1) * i) / 40;
      for (let k = 0; k <= across; k++) {
        const radius = 1 + 0.1 * k;
        positions.push(radius * Math.cos(angle), 0.001 * i, radius * Math.sin(angle));
        const at = i * (across + 1) + k;
        if (i === 40 || k === across) continue;
        triangles.push(at, at + 1, at + across + 2, at, at + across + 2, at + across + 1);
      }
    }
    const found: [string, number][][] = [];
    const skipped: number[] = [];
    for (const [stages, thickness] of [
      [ALL_STAGES, 0],
      [ALL_STAGES, 0.2],
      [STAGE_REPRESENTATIVES, 0.2],
    ]) {
      const scene = await openScene({ maxEntities: 5 });
      const entity = addEntity(scene.world);
      scene.plugin.addDeformable(entity, { positions, triangles, settings: { stages, thickness } });
      scene.plugin.moveVertices(
        entity,
        Float64Array.from(positions, (x) => x + 0.01),
      );
      scene.plugin.step();
      found.push(inOrder(listed(scene, entity, entity)));
      skipped.push(scene.plugin.counters.skippedByCones);
    }
    expect(skipped[0]).toBe(400);
    expect(found[0]).toEqual([]);
    const betweenTips = found[2].filter(([name]) => {
      const [kind, vertex, face] = name.split(' ');
      return kind === 'vf' && Number(vertex) < across && Number(face) > 380;
    });
    expect(betweenTips.length).toBeGreaterThan(0);
    expect(found[1]).toEqual(found[2]);
  });

  test('come and go with what the settings and the world say', async () => {
    const scene = await openScene({ maxEntities: 10 });
    const { plugin } = scene;
    const { CollisionSettings, Contacts } = plugin.components;
    const [one, other] = [1, 2].map((seed) => moving('grid', grid(4, 3), seed, { speed: 0.2 }));
    const a = addMoving(scene, one);
    const b = addMoving(scene, other);
    const again = () => {
      plugin.placeVertices(a, one.start);
      plugin.placeVertices(b, other.start);
      plugin.moveVertices(a, one.end);
      plugin.moveVertices(b, other.end);
      plugin.step();
      return [listed(scene, a, a).size, listed(scene, a, b).size, listed(scene, b, b).size];
    };
    plugin.step();
    const all = [listed(scene, a, a).size, listed(scene, a, b).size, listed(scene, b, b).size];
    expect(Math.min(...all)).toBeGreaterThan(0);
    expect(again()).toEqual(all);
    CollisionSettings.selfCollision[a] = 0;
    expect(again()).toEqual([0, all[1], all[2]]);
    CollisionSettings.mask[b] = 0;
    expect(again()).toEqual([0, 0, all[2]]);
    CollisionSettings.mask[b] = 0xffffffff;
    CollisionSettings.collider[a] = 1; // a sensor's contacts are told as well
    expect(again()).toEqual([0, all[1], all[2]]);
    CollisionSettings.collider[a] = 2;
    expect(again()).toEqual([0, 0, all[2]]);
    expect(Contacts.count[a]).toBe(0);
    CollisionSettings.collider[a] = 0;
    CollisionSettings.selfCollision[a] = 1;
    expect(again()).toEqual(all);
    plugin.removeCollider(b);
    plugin.step();
    expect(plugin.contacts.count).toBe(0);
  });

  test('are the same after a restore, and so is the list', async () => {
    const scene = await openScene({ maxEntities: 10 });
    const { plugin } = scene;
    const one = moving('grid', grid(4, 3), 1, { speed: 0.2 });
    const a = addMoving(scene, one, { thickness: 0.02 });
    plugin.step();
    const before = inOrder(listed(scene, a, a));
    const snapshot = plugin.snapshot();
    plugin.moveVertices(a, one.start);
    plugin.step();
    const back = inOrder(listed(scene, a, a));
    plugin.restore(snapshot);
    expect(inOrder(listed(scene, a, a))).toEqual(before);
    plugin.moveVertices(a, one.start);
    plugin.step();
    expect(inOrder(listed(scene, a, a))).toEqual(back);
    expect(before).not.toEqual(back);
  });

  test('say where and along which normal', async () => {
    const scene = await openScene({ maxEntities: 10 });
    const { plugin } = scene;
    const sheet = { positions: [0, 0, 0, 4, 0, 0, 0, 0, 4], triangles: [0, 2, 1] };
    const tip = { positions: [1, 1, 1, 1, 2, 1.5, 1.5, 2, 1], triangles: [0, 1, 2] };
    const ids = [sheet, tip].map((mesh) => {
      const entity = addEntity(scene.world);
      plugin.addDeformable(entity, { ...mesh, settings: { thickness: 0.5 } });
      return entity;
    });
    plugin.moveVertices(
      ids[1],
      Float64Array.from(tip.positions, (x, i) => (i % 3 === 1 ? x - 2 : x)),
    );
    plugin.step();
    const { contacts } = plugin;
    const tipAgainstFace = Array.from({ length: contacts.count }, (_, i) => i).find(
      (i) => contacts.kind[i] === FACE_VERTEX && contacts.featureB[i] === 0,
    )!;
    expect(contacts.time[tipAgainstFace]).toBeCloseTo(0.25, 3);
    expect(contacts.time[tipAgainstFace]).toBeLessThanOrEqual(0.25);
    const weights = [...contacts.weights.subarray(4 * tipAgainstFace, 4 * tipAgainstFace + 4)];
    for (const [i, weight] of [1, 0.5, 0.25, 0.25].entries()) expect(weights[i]).toBeCloseTo(weight, 9);
    const normal = [...contacts.normals.subarray(3 * tipAgainstFace, 3 * tipAgainstFace + 3)];
    for (const [i, n] of [0, -1, 0].entries()) expect(normal[i]).toBeCloseTo(n, 9);
  });
});

type Vector = readonly [number, number, number];

/** Where a rigid mesh is at a time: not the kernel's way, so that both must be right. */
function turnedMesh(
  positions: Float64Array,
  place: Vector,
  travel: Vector,
  turn: Vector,
  time: number,
): Float64Array {
  const angle = Math.hypot(...turn) * time;
  const axis = turn.map((x) => x / (Math.hypot(...turn) || 1));
  const out = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const p = [positions[i], positions[i + 1], positions[i + 2]];
    const along = axis[0] * p[0] + axis[1] * p[1] + axis[2] * p[2];
    const cross = [
      axis[1] * p[2] - axis[2] * p[1],
      axis[2] * p[0] - axis[0] * p[2],
      axis[0] * p[1] - axis[1] * p[0],
    ];
    for (let k = 0; k < 3; k++) {
      const rotated =
        Math.cos(angle) * p[k] + Math.sin(angle) * cross[k] + (1 - Math.cos(angle)) * along * axis[k];
      out[i + k] = rotated + place[k] + time * travel[k];
    }
  }
  return out;
}

describe('contacts of deformables with rigid bodies', () => {
  test.each(Array.from({ length: 8 }, (_, seed) => seed))(
    'that do not turn are exact, seed %i',
    async (seed) => {
      const scene = await openScene({ maxEntities: 5 });
      const random = seeded(50 + seed);
      const cloth = moving('grid', grid(3, 3), seed, { speed: 0.3 });
      const rest = moving('rigid', surfaces[seed % surfaces.length][1], 70 + seed).start;
      const triangles = Uint32Array.from(surfaces[seed % surfaces.length][1].flat());
      const place: Vector = [random() - 0.5, random() - 0.5, random() - 0.5];
      const travel: Vector = [random() - 0.5, random() - 0.5, random() - 0.5];
      const thickness = seed % 2 === 0 ? 0 : 0.04;
      const body = addEntity(scene.world);
      const addCloth = () => addMoving(scene, cloth, { selfCollision: 0, thickness });
      const before = seed % 3 === 0 ? addCloth() : 0;
      scene.plugin.addRigidBody(body, {
        positions: rest,
        triangles,
        position: place,
        body: { motion: 1, vx: 2 * travel[0], vy: 2 * travel[1], vz: 2 * travel[2] },
      });
      const sheet = before || addCloth();
      scene.plugin.step(0.5);
      const start = rest.map((x, i) => x + place[i % 3]);
      const end = rest.map((x, i) => x + (place[i % 3] + 0.5 * (2 * travel[i % 3])));
      const solid: MovingMesh = { name: 'rigid', start, end, triangles };
      const rule = ruleFor(thickness / 2);
      const found = before === 0 ? listed(scene, body, sheet) : listed(scene, sheet, body);
      const brute = before === 0 ? bruteBetween(solid, cloth, rule) : bruteBetween(cloth, solid, rule);
      expect(brute.size).toBeGreaterThan(0);
      expect(inOrder(found)).toEqual(inOrder(brute));
    },
  );

  test.each(Array.from({ length: 8 }, (_, seed) => seed))(
    'that turn are never missed or late, seed %i',
    async (seed) => {
      const scene = await openScene({ maxEntities: 5 });
      const random = seeded(90 + seed);
      const cloth = moving('grid', grid(3, 3), 30 + seed, { speed: 0.3 });
      const [, connectivity] = surfaces[seed % surfaces.length];
      const rest = moving('rigid', connectivity, 70 + seed).start.map((x) => x - 0.5);
      const triangles = Uint32Array.from(connectivity.flat());
      const place: Vector = [0.5 + 0.3 * random(), 0.5, 0.5];
      const turn: Vector = [random() - 0.5, 3 * (random() - 0.5), 0.4];
      const body = addEntity(scene.world);
      scene.plugin.addRigidBody(body, {
        positions: rest,
        triangles,
        position: place,
        body: { motion: 1, wx: 2 * turn[0], wy: 2 * turn[1], wz: 2 * turn[2] },
      });
      const sheet = addMoving(scene, cloth, { selfCollision: 0 });
      scene.plugin.step(0.5);
      const found = listed(scene, body, sheet);
      const steps = 64;
      const earliest: Found = new Map();
      let previous = turnedMesh(rest, place, [0, 0, 0], turn, 0);
      for (let step = 0; step < steps; step++) {
        const next = turnedMesh(rest, place, [0, 0, 0], turn, (step + 1) / steps);
        const at = (time: number) => cloth.start.map((x, i) => x + time * (cloth.end[i] - x));
        const part: MovingMesh = {
          ...cloth,
          start: at(step / steps),
          end: at((step + 1) / steps),
        };
        const solid: MovingMesh = { name: 'rigid', start: previous, end: next, triangles };
        for (const [name, time] of bruteBetween(solid, part, ruleFor(0))) {
          if (!earliest.has(name)) earliest.set(name, (step + time) / steps);
        }
        previous = next;
      }
      expect(earliest.size).toBeGreaterThan(0);
      for (const [name, time] of earliest) {
        expect({ name, found: found.has(name) }).toEqual({ name, found: true });
        expect(found.get(name)!).toBeLessThanOrEqual(time + 1e-9);
      }
      // and what is told beyond that is close: by far most of it is real
      expect(found.size).toBeLessThan(1.5 * earliest.size + 10);
    },
  );
});

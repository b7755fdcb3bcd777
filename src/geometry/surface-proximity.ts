import { checkOptions, checkType, shown } from '../check-options.js';
import { FirstContactError } from '../errors.js';
import type { FaceMesh } from '../proximity/face-mesh.js';
import { ProximityBody } from '../proximity/proximity-body.js';
import { ProximitySearch, type SearchCounts } from '../proximity/proximity-search.js';
import { SLABS, type VolumeKind } from '../proximity/volumes.js';
import { checkedNext } from './deformable-arguments.js';
import { geometryCore } from './runtime.js';

/** How a surface is kept. */
export interface SurfaceOptions {
  /** Corners of a face: 3 by default; 4 and more for convex polygons. */
  readonly corners?: number;
  /** What boxes are: '18-dop' by default. Surfaces that are searched together need the same. */
  readonly volume?: VolumeKind;
  /** Children a node of the tree: 2, 4 (by default) or 8. */
  readonly order?: 2 | 4 | 8;
}

/** What an update looks ahead to. */
export interface LookAhead {
  /** Faces within this distance are near. */
  readonly distance: number;
  /** Seconds in which vertices go on with the velocities that are given; 0 by default. */
  readonly dt?: number;
  /** Boxes grow along velocities, true by default, or on all sides. */
  readonly oriented?: boolean;
  /** Boxes of vertices that moved by no more than this are left alone, and are that much larger; 0 by default. */
  readonly lazy?: number;
}

/** How near faces are looked for. */
export interface NearOptions {
  /** Cosine of the angle between normals below which neighbouring faces do not count as near each other; 0.5 by default. */
  readonly cosOfAngle?: number;
  /** Closest points are kept until they may be this much farther apart than the closest ones; 0 by default. */
  readonly reuse?: number;
  /** Begin where the last query stopped, and anew every so many queries; 0, by default, always anew. */
  readonly listFor?: number;
}

/** Two faces that are within the distance, or may come within it in the time. */
export interface NearFaces {
  /** A face of the surface that was asked. */
  readonly faceA: number;
  /** A face of the other one, or of the same. */
  readonly faceB: number;
  /** Between the two closest points, now. */
  readonly distance: number;
  /** The distance of the two points when the time is over, if faces go on as they do: the order that a response wants. */
  readonly expected: number;
  /** The closest point of the one face. */
  readonly pointA: Float64Array;
  /** And of the other. */
  readonly pointB: Float64Array;
}

/**
 * A deforming surface for proximity queries (Mezger, Kimmerle and Etzmuss 2002, sections 3 to 6).
 */
export class ProximitySurface {
  readonly #body: ProximityBody;
  readonly #volume: VolumeKind;
  readonly #searches = new WeakMap<ProximitySurface, ProximitySearch>();
  #ahead: Required<LookAhead> | undefined;
  #counts: SearchCounts = { boxTests: 0, pairs: 0, reused: 0 };

  constructor(mesh: Pick<FaceMesh, 'positions' | 'faces'>, options: SurfaceOptions = {}) {
    checkOptions('ProximitySurface', options, ['corners', 'volume', 'order']);
    const { corners = 3, order = 4, volume = '18-dop' } = options;
    if (
      !Object.hasOwn(SLABS, volume) ||
      ![2, 4, 8].includes(order) ||
      !(Number.isInteger(corners) && corners >= 3)
    ) {
      throw new FirstContactError(
        'BAD_SETTING',
        `corners is ${corners}, order ${order}, volume ${volume}`,
        "Use 3 corners or more, order 2, 4 or 8, volume '18-dop', '14-dop' or 'aabb'.",
      );
    }
    checkFaces(mesh, corners);
    this.#volume = volume;
    const own = {
      positions: Float64Array.from(mesh.positions),
      faces: Uint32Array.from(mesh.faces),
      corners,
    };
    this.#body = new ProximityBody(own, { order, volume });
  }

  /** Where vertices are and how fast they move: x y z each. */
  update(positions: ArrayLike<number>, velocities: ArrayLike<number>, ahead: LookAhead): void {
    checkOptions('update()', ahead, ['distance', 'dt', 'oriented', 'lazy']);
    const { distance, dt = 0, lazy = 0, oriented = true } = ahead;
    for (const [name, value] of Object.entries({ distance, dt, lazy })) {
      if (value >= 0 && Number.isFinite(value)) continue;
      throw new FirstContactError('BAD_SETTING', `${name} is ${value}`, 'Use a finite number, 0 or more.');
    }
    checkType('oriented', oriented, 'boolean');
    checkedNext(positions, this.#body.positions.length / 3);
    checkedNext(velocities, this.#body.positions.length / 3);
    this.#ahead = { distance, dt, lazy, oriented };
    this.#body.update(positions, velocities, this.#ahead);
  }

  /** Near faces of two surfaces, or of this one with itself, the one that is expected to be closest first. */
  near(options: NearOptions = {}, other: ProximitySurface = this): NearFaces[] {
    checkOptions('near()', options, ['cosOfAngle', 'reuse', 'listFor']);
    const { cosOfAngle = 0.5, listFor = 0, reuse = 0 } = options;
    checkNear(cosOfAngle, listFor, reuse, other);
    const ahead = this.#ahead;
    if (ahead === undefined || other.#ahead === undefined || other.#volume !== this.#volume) {
      throw new FirstContactError(
        'BAD_SETTING',
        other.#volume === this.#volume ? 'A surface was not updated yet' : 'The surfaces have other volumes',
        'Call update() on both first, and make both with the same volume.',
      );
    }
    let search = this.#searches.get(other);
    if (search === undefined) {
      search = new ProximitySearch(geometryCore(), this.#body, other.#body);
      this.#searches.set(other, search);
    }
    const found: NearFaces[] = [];
    const distance = Math.min(ahead.distance, other.#ahead.distance);
    const dt = Math.min(ahead.dt, other.#ahead.dt);
    search.run({ cosOfAngle, distance, dt, listFor, reuse }, (faceA, faceB, closest, expected) => {
      const { a, b } = closest;
      found.push({
        faceA,
        faceB,
        distance: closest.distance,
        expected,
        pointA: a.slice(),
        pointB: b.slice(),
      });
    });
    this.#counts = search.counts;
    return found.sort((p, q) => p.expected - q.expected || p.faceA - q.faceA || p.faceB - q.faceB);
  }

  /** What the last query did. */
  get counts(): Readonly<SearchCounts> {
    return this.#counts;
  }

  /** Faces whose boxes the last update left alone. */
  get untouched(): number {
    return this.#body.untouched;
  }
}

function checkNear(cosOfAngle: number, listFor: number, reuse: number, other: unknown): void {
  const wrong = (name: string, value: unknown, remedy: string) =>
    new FirstContactError('BAD_SETTING', `${name} is ${shown(value)}`, remedy);
  if (!(cosOfAngle >= -1 && cosOfAngle <= 1)) {
    throw wrong('cosOfAngle', cosOfAngle, 'Use the cosine of an angle, -1 to 1.');
  }
  if (!(Number.isInteger(listFor) && listFor >= 0)) {
    throw wrong('listFor', listFor, 'Use how many queries a list lasts, 0 for none.');
  }
  if (!(reuse >= 0 && Number.isFinite(reuse))) throw wrong('reuse', reuse, 'Use a finite number, 0 or more.');
  if (!(other instanceof ProximitySurface)) {
    throw wrong('the other surface', other, 'Make one: new ProximitySurface({ positions, faces }).');
  }
}

function checkFaces({ faces, positions }: Pick<FaceMesh, 'positions' | 'faces'>, corners: number): void {
  const count = positions?.length / 3;
  checkedNext(positions, count);
  const given = faces?.length ?? 0;
  if (given === 0 || given % corners !== 0) {
    throw new FirstContactError(
      'BAD_SETTING',
      `faces has ${given} numbers for ${corners} corners`,
      'Give all corners of every face.',
    );
  }
  for (let index = 0; index < faces.length; index++) {
    if (Number.isInteger(faces[index]) && faces[index] >= 0 && faces[index] < count) continue;
    throw new FirstContactError(
      'INDEX_OUT_OF_RANGE',
      `faces[${index}] is ${faces[index]}, and there are ${count} vertices`,
      'Use numbers from 0.',
      { index },
    );
  }
}

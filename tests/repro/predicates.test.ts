import { beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { tetrahedronMesh } from '../../scenes/meshes/index.js';
import type * as babylon from '../../src/babylon/index.js';
import type * as geometry from '../../src/geometry/index.js';
import {
  edgeFaceIntersect,
  edgeFaceIntersection,
  initGeometry,
  meshesIntersect,
  rigidMesh,
  staticIntersection,
  triangleTriangleIntersect,
  triangleTriangleIntersection,
} from '../../src/geometry/index.js';
import type * as gpu from '../../src/gpu/index.js';
import type * as core from '../../src/index.js';
import type * as rapier from '../../src/rapier/index.js';

beforeAll(() => initGeometry());

const UPRIGHT = [0, 0, 0, 1];
const at = (x: number) => ({ position: [x, 0, 0], rotation: UPRIGHT });

describe('what is named like a predicate is one', () => {
  it('a pair of meshes is free where it is not intersecting', () => {
    const { positions, triangles } = tetrahedronMesh();
    using mesh = rigidMesh(positions, triangles);
    // as a planner samples starts that are free
    const free: number[] = [];
    for (let x = 0; x < 6 && free.length < 3; x++)
      if (!meshesIntersect(mesh, at(x), mesh, at(0))) free.push(x);
    expect(free).toEqual([2, 3, 4]);
    expect(meshesIntersect(mesh, at(0.5), mesh, at(0))).toBe(true);
    expect(staticIntersection(mesh, at(0.5), mesh, at(0))).toEqual({ state: 'intersecting' });
    expect(staticIntersection(mesh, at(5), mesh, at(0))).toEqual({ state: 'separate' });
    expectTypeOf(meshesIntersect).returns.toEqualTypeOf<boolean>();
  });

  it('so are single features', () => {
    const face = [0, 0, 0, 4, 0, 0, 0, 4, 0];
    for (const [z, meets] of [
      [0, true],
      [1, false],
    ] as const) {
      const state = meets ? 'intersecting' : 'separate';
      const other = [1, 1, z, 2, 1, z, 1, 2, z];
      expect(triangleTriangleIntersect([...face, ...other])).toBe(meets);
      expect(triangleTriangleIntersection([...face, ...other])).toEqual({ state });
      expect(edgeFaceIntersect([1, 1, z, 1, 1, 3, ...face])).toBe(meets);
      expect(edgeFaceIntersection([1, 1, z, 1, 1, 3, ...face])).toEqual({ state });
    }
    expectTypeOf(triangleTriangleIntersect).returns.toEqualTypeOf<boolean>();
    expectTypeOf(edgeFaceIntersect).returns.toEqualTypeOf<boolean>();
  });

  it('in all that is exported, as the compiler sees it', () => {
    expectTypeOf<Surprise<typeof core>>().toEqualTypeOf<never>();
    expectTypeOf<Surprise<typeof geometry>>().toEqualTypeOf<never>();
    expectTypeOf<Surprise<typeof babylon>>().toEqualTypeOf<never>();
    expectTypeOf<Surprise<typeof gpu>>().toEqualTypeOf<never>();
    expectTypeOf<Surprise<typeof rapier>>().toEqualTypeOf<never>();
    expectTypeOf<Surprise<{ plugin: new () => core.CollisionPlugin }>>().toEqualTypeOf<never>();
    // what it would find
    expectTypeOf<Surprise<{ boxesOverlap: () => { state: string } }>>().toEqualTypeOf<'boxesOverlap'>();
    expectTypeOf<Surprise<{ Box: new () => { isOpen: Uint8Array } }>>().toEqualTypeOf<'Box.isOpen'>();
  });
});

type Upper =
  | 'A'
  | 'B'
  | 'C'
  | 'D'
  | 'E'
  | 'F'
  | 'G'
  | 'H'
  | 'I'
  | 'J'
  | 'K'
  | 'L'
  | 'M'
  | 'N'
  | 'O'
  | 'P'
  | 'Q'
  | 'R'
  | 'S'
  | 'T'
  | 'U'
  | 'V'
  | 'W'
  | 'X'
  | 'Y'
  | 'Z';
type Verb = 'is' | 'has' | 'are' | 'can' | 'does' | 'contains' | 'same' | 'needs' | 'meets' | 'touches';
type Ending =
  | 'Intersect'
  | 'Intersects'
  | 'Overlap'
  | 'Overlaps'
  | 'Meet'
  | 'Touch'
  | 'Collide'
  | 'Contains'
  | 'Equal';
type PredicateName = `${Verb}${Upper}${string}` | `${string}${Ending}`;

/** Names like those of predicates whose values, or what they return, can be anything but a boolean. */
type Untrue<T> = {
  [K in keyof T & PredicateName]: T[K] extends (...given: never[]) => infer Answer
    ? Answer extends boolean
      ? never
      : K
    : T[K] extends boolean | undefined
      ? never
      : K;
}[keyof T & PredicateName];

/** The same among what a module exports and, after a point, among what its classes have. */
type Surprise<Module> =
  | Untrue<Module>
  | {
      [K in keyof Module & string]: Module[K] extends abstract new (
        ...given: never[]
      ) => infer Instance
        ? `${K}.${Untrue<Instance> & string}`
        : never;
    }[keyof Module & string];

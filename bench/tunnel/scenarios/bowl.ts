import { bowlMesh, type SceneMesh } from '../../../scenes/meshes/index.js';
import { loadPackage } from '../load-package.js';
import { centred, type TrialMesh, withMass } from '../mass.js';
import { dot, plus, randomBetween, randomDirection, randomRotation, scaled, type Vec3 } from '../motion.js';
import type { Scenario, Trial, Watch } from '../scenario.js';

const INNER = 0.5;
const SHELL = 0.03;
const AROUND = 64;
const RINGS = 16;
/** Quads along the edge of a convex piece of the bowl. */
const PIECE = 4;
const BUNNY_SIZE = 0.3;
const STEPS = 60;
const GRAVITY = -9.81;

export async function bowl(): Promise<Scenario> {
  const bunny = await bunnyMesh();
  const shell = withMass(
    bowlMesh({ around: AROUND, rings: RINGS, radius: INNER, thickness: SHELL }),
    bowlPieces(),
  );
  return {
    summary: 'a bunny thrown into a shell of 3 cm at 20-80 m/s',
    trials: 50,
    trial: (random) => trial(random, shell, bunny),
  };
}

function trial(random: () => number, shell: TrialMesh, bunny: TrialMesh): Trial {
  const start: Vec3 = [randomBetween(random, -0.1, 0.1), 0.4, randomBetween(random, -0.1, 0.1)];
  const target = plus([0, -INNER, 0], scaled(randomDirection(random), INNER / 2));
  const way = plus(target, scaled(start, -1));
  const linear = scaled(way, randomBetween(random, 20, 80) / Math.hypot(...way));
  const still: Vec3 = [0, 0, 0];
  const bodies = [
    {
      mesh: shell,
      fixed: true,
      position: still,
      rotation: [0, 0, 0, 1] as const,
      linear: still,
      angular: still,
    },
    {
      mesh: bunny,
      fixed: false,
      position: start,
      rotation: randomRotation(random),
      linear,
      angular: scaled(randomDirection(random), 10 * random()),
    },
  ];
  const watch = (): Watch => {
    let before = start;
    return (poses) => {
      const crossed = crossesShell(before, poses[1].position);
      before = poses[1].position;
      return crossed;
    };
  };
  return { bodies, gravity: GRAVITY, steps: STEPS, watch };
}

/** Whether a way from a to b meets the middle of the shell: a sphere's lower half. */
export function crossesShell(a: Vec3, b: Vec3): boolean {
  const radius = INNER + SHELL / 2;
  const way = plus(b, scaled(a, -1));
  const [square, half, rest] = [dot(way, way), dot(a, way), dot(a, a) - radius * radius];
  const root = half * half - square * rest;
  if (square === 0 || root < 0) return false;
  return [-Math.sqrt(root), Math.sqrt(root)].some((sign) => {
    const share = (sign - half) / square;
    return share > 0 && share <= 1 && a[1] + share * way[1] < 0;
  });
}

/** Patches of both sides. Vertices go around, ring by ring, from the lowest point outside over the rim to the one inside. */
function bowlPieces(): number[][] {
  const last = 1 + 2 * RINGS * AROUND;
  const vertex = (ring: number, side: number, i: number) => {
    if (ring === 0) return side === 0 ? 0 : last;
    const row = side === 0 ? ring - 1 : 2 * RINGS - ring;
    return 1 + row * AROUND + (i % AROUND);
  };
  const steps = Array.from({ length: PIECE + 1 }, (_, i) => i);
  const pieces: number[][] = [];
  for (let ring = 0; ring < RINGS; ring += PIECE) {
    for (let i = 0; i < AROUND; i += PIECE) {
      pieces.push(
        steps.flatMap((down) =>
          steps.flatMap((along) => [0, 1].map((side) => vertex(ring + down, side, i + along))),
        ),
      );
    }
  }
  return pieces;
}

async function bunnyMesh(): Promise<TrialMesh> {
  const { positions, cells } = (await loadPackage('bunny')) as { positions: number[][]; cells: number[][] };
  const flat = Float64Array.from(positions.flat());
  const extents = [0, 1, 2].map((axis) => {
    const values = positions.map((point) => point[axis]);
    return Math.max(...values) - Math.min(...values);
  });
  const scale = BUNNY_SIZE / Math.max(...extents);
  const mesh: SceneMesh = {
    positions: flat.map((value) => value * scale),
    triangles: Uint32Array.from(cells.flat()),
  };
  return centred(mesh, [positions.map((_, i) => i)]);
}

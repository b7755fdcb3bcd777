import { addEntity, createWorld } from 'bitecs';
import { expect, test } from 'vitest';
import { placedPoints } from '../../../scenes/meshes/placed.js';
import { turningBall } from '../../../scenes/simulated/ball.js';
import { addToPlugin } from '../../../scenes/simulated/in-plugin.js';
import { fallingLayers } from '../../../scenes/simulated/layers.js';
import { fallingLeaves } from '../../../scenes/simulated/leaves.js';
import { breakingLetters } from '../../../scenes/simulated/letters.js';
import { twistedRod } from '../../../scenes/simulated/rod.js';
import type { SimulatedScene } from '../../../scenes/simulated/simulated-scene.js';
import { dancingSkirt } from '../../../scenes/simulated/skirt.js';
import { brokenStatue } from '../../../scenes/simulated/statue.js';
import { fallingTape } from '../../../scenes/simulated/tape.js';
import { closingVise } from '../../../scenes/simulated/vise.js';
import { type CollisionPlugin, createCollisionPlugin } from '../../../src/index.js';
import { joinParts } from '../../../tools/conform/simulate/joined-parts.js';
import { StaticTest } from '../../../tools/conform/simulate/static-test.js';

/** Where a scene's vertices are, as the plugin tells its users. */
function positionsOf(
  plugin: CollisionPlugin,
  { parts }: SimulatedScene,
  entities: readonly number[],
): number[] {
  const { px, py, pz, qx, qy, qz, qw } = plugin.components.RigidBody;
  return parts.flatMap(({ kind, mesh }, i) => {
    const e = entities[i];
    if (kind !== 'body') return [...plugin.readVertices(e, new Float64Array(mesh.positions.length))];
    const place = { position: [px[e], py[e], pz[e]], rotation: [qx[e], qy[e], qz[e], qw[e]] } as const;
    return [...placedPoints(mesh.positions, place)];
  });
}

/** Pairs that meet before the first step, and after each of `steps`, in the positions that users and renderers read. */
async function meetings(scene: SimulatedScene, steps: number) {
  const world = createWorld();
  const plugin = await createCollisionPlugin(world, { maxEntities: 200, timeStep: scene.dt });
  const { entities, drive } = addToPlugin(plugin, scene, () => addEntity(world));
  const joined = joinParts(scene.parts);
  const staticTest = new StaticTest(joined.triangles, joined.vertexCount, joined);
  const met: number[] = [];
  const look = () => {
    const points = positionsOf(plugin, scene, entities);
    met.push(
      staticTest.count(Float64Array.from(points)) + staticTest.count(Float64Array.from(points, Math.fround)),
    );
  };
  look();
  for (let step = 0; step < steps; step++) {
    drive((step + 1) * scene.dt);
    plugin.step();
    look();
  }
  plugin.dispose();
  return met;
}

const SCENES: readonly (readonly [string, SimulatedScene, steps: number])[] = [
  ['cloth-on-ball', turningBall(11, { quads: 14, ballSubdivisions: 2 }), 20],
  ['layers', fallingLayers(11, 5, 6), 22],
  ['tape', fallingTape(11), 6],
  ['twisted-rod', twistedRod(11, 12, 16), 40],
  ['skirt', dancingSkirt(11, 24, 6), 25],
  ['vise', closingVise(11, 10), 30],
  ['letters', breakingLetters(11), 8],
  ['leaves', fallingLeaves(11, 9), 40],
  ['statue', brokenStatue(11, 10, 14, 5), 18],
];

test.each(SCENES)(
  'nothing meets in %s as entities of a world, from the start on',
  async (_, scene, steps) => {
    const met = await meetings(scene, steps);
    expect(met).toHaveLength(steps + 1);
    expect(met.filter((pairs) => pairs > 0)).toEqual([]);
  },
);

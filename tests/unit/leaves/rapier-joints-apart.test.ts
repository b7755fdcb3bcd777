import RAPIER from '@dimforge/rapier3d-compat';
import { beforeAll, expect, test } from 'vitest';
import { boxMesh, torusMesh, type Vec3 } from '../../../scenes/meshes/index.js';
import { type JointedBody, type JointedScene, opening, ours, vector } from './support/jointed.js';

beforeAll(() => RAPIER.init());

// Sets of joints that have nothing to do with each other: what one of them cannot close is no matter of the others'.

const ring = torusMesh({ around: 32, tube: 16, radius: 0.6, tubeRadius: 0.15 });

/** Blocks on ball joints, the first of which is held and the last heavier, that fall over a ring. */
function heldChain(count: number, size: number, at: Vec3, load: number): JointedScene {
  const mesh = boxMesh({ cells: [1, 1, 1], size: [0.7 * size, 0.55 * size, 0.55 * size] });
  const blocks = Array.from({ length: count }, (_, i): JointedBody => {
    const position: Vec3 = [at[0] + (i - count / 2) * size, at[1] + 0.4, at[2]];
    return { mesh, position, ...(i > 0 && { mass: i === count - 1 ? load : 1 }) };
  });
  const data = RAPIER.JointData.spherical(vector([size / 2, 0, 0]), vector([-size / 2, 0, 0]));
  const joints = Array.from({ length: count - 1 }, (_, i) => ({ a: i, b: i + 1, data }));
  return { bodies: [...blocks, { mesh: ring, position: at, concave: true }], joints };
}

function beside(first: JointedScene, second: JointedScene): JointedScene {
  const n = first.bodies.length;
  const moved = second.joints.map((tie) => ({ ...tie, a: tie.a + n, b: tie.b + n }));
  return { bodies: [...first.bodies, ...second.bodies], joints: [...first.joints, ...moved] };
}

/** By how much joints of one of its parts are open in five seconds of a scene, at the worst. */
async function worstOpening(scene: JointedScene, part: JointedScene): Promise<number> {
  const jointed = await ours(scene);
  let worst = 0;
  for (let i = 0; i < 300; i++) {
    jointed.step();
    worst = Math.max(worst, opening(jointed, part));
  }
  return worst;
}

test('a chain is as tight beside one that jams elsewhere as it is alone', async () => {
  const chain = heldChain(9, 0.3, [0, 0, 0], 10);
  const jammed = heldChain(9, 0.3, [64, 0, 0], 1000);
  const alone = await worstOpening(chain, chain);
  // 1.5 times as open where all sets of joints closed less since one of them could not close
  expect(await worstOpening(beside(chain, jammed), chain)).toBeLessThan(1.05 * alone);
});

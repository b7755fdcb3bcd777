// npm run bench -- NAME: one file a benchmark, each prints its tables beside the targets.
import { allocations } from './allocations.js';
import { babylon } from './babylon.js';
import { deformable } from './deformable.js';
import { elementary } from './elementary.js';
import { foundation } from './foundation.js';
import { fracture } from './fracture.js';
import { gpu } from './gpu.js';
import { growth } from './growth.js';
import { papersCloth } from './papers-cloth.js';
import { papersDeformable } from './papers-deformable.js';
import { papersRigid } from './papers-rigid.js';
import { rigidScenes } from './rigid-scenes.js';

const BENCHES: Readonly<Record<string, () => Promise<void>>> = {
  allocations,
  babylon,
  deformable,
  elementary,
  foundation,
  gpu,
  fracture,
  'papers-rigid': papersRigid,
  'rigid-scenes': rigidScenes,
  growth,
  'papers-deformable': papersDeformable,
  'papers-cloth': papersCloth,
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(BENCHES, name));
if (names.length === 0 || unknown.length > 0) {
  const asked = names.includes('--help') || names.length === 0;
  if (!asked) process.stderr.write(`there is no benchmark "${unknown[0]}"\n`);
  process.stdout.write(`bench NAME...: runs benchmarks; there is ${Object.keys(BENCHES).join(', ')}\n`);
  process.exitCode = asked ? 0 : 2;
} else {
  for (const name of names) await BENCHES[name]();
}

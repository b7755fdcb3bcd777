// Loads a mesh once per set of options, in a process that knows nothing else. What it is given: the mesh's vertices and triangles as
// files, how often a load is tried until it takes less than how many seconds of processor time, and the options. What it prints: the shortest times.
import { readFileSync } from 'node:fs';
import { createWorld } from 'bitecs';
import { createCollisionPlugin } from 'first-contact';

const { positions, triangles, tries, loads } = JSON.parse(process.argv[2]);
const numbers = (file, Type) => new Type(new Uint8Array(readFileSync(file)).buffer);
const mesh = { positions: numbers(positions, Float64Array), triangles: numbers(triangles, Uint32Array) };

async function secondsOf(options) {
  const plugin = await createCollisionPlugin(createWorld());
  const before = process.cpuUsage();
  const loaded = plugin.loadMesh(mesh, options);
  const { system, user } = process.cpuUsage(before);
  if (plugin.meshFacts(loaded).triangleCount !== mesh.triangles.length / 3)
    throw new Error('triangles were lost');
  plugin.dispose();
  return (system + user) / 1e6;
}

const best = [];
for (const { wanted, options } of loads) {
  let seconds = Number.POSITIVE_INFINITY;
  for (let i = 0; i < tries && seconds > wanted; i++) seconds = Math.min(seconds, await secondsOf(options));
  best.push(seconds);
}
process.stdout.write(JSON.stringify(best));

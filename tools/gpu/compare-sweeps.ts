// Sweep and prune on the GPU beside the processor's, a JSON line a scene. Started by tests and the benchmark with a driver.
import { create } from 'webgpu';
import { SWEPT_SCENES } from '../../scenes/swept/index.js';
import { type GpuLike, WebGpuSweep, webgpu } from '../../src/gpu/index.js';
import { ChosenSweep } from '../../src/visibility/chosen-sweep.js';
import { ClusterPairs, SweepAndPrune } from '../../src/visibility/cluster-pairs.js';
import { sweptInput } from './swept-input.js';

// Kept for as long as its device is used: Dawn ends the process where it was collected.
const gpu = create([]) as GpuLike;
const adapter = await gpu.requestAdapter();
if (adapter === null) throw new Error('WebGPU has no adapter');
const device = await adapter.requestDevice();
const sweep = new WebGpuSweep(device);
const list = (pairs: ClusterPairs) =>
  Array.from({ length: pairs.count }, (_, i) => `${pairs.a[i]} ${pairs.b[i]}`);
for (const name of process.argv.slice(2)) {
  const { clusters } = sweptInput(SWEPT_SCENES[name](2), 4);
  const onGpu = new ClusterPairs();
  const onProcessor = new ClusterPairs();
  await sweep.find(clusters, onGpu);
  let from = performance.now();
  await sweep.find(clusters, onGpu);
  const gpuMs = performance.now() - from;
  const processor = new SweepAndPrune();
  processor.find(clusters, () => true, onProcessor);
  from = performance.now();
  processor.find(clusters, () => true, onProcessor);
  const processorMs = performance.now() - from;
  const [a, b] = [list(onGpu), list(onProcessor)];
  const differ = a.length === b.length ? a.filter((pair, i) => pair !== b[i]).length : -1;
  process.stdout.write(
    `${JSON.stringify({ scene: name, clusters: clusters.count, pairs: b.length, differ, gpuMs, processorMs })}\n`,
  );
}
// And as the backend's option.
const backends = ['processor', 'gpu', 'automatic'] as const;
const inputs = sweptInput(SWEPT_SCENES.closed(3)).clusters;
const byPlace: string[] = [];
for (const place of backends) {
  const backend = webgpu({ device, size: 64, sweep: place, deadline: 300_000 });
  await backend.open();
  const pairs = new ClusterPairs();
  const chosen = new ChosenSweep();
  for (let step = 0; step < 2; step++) await chosen.find(backend, inputs, (a, b) => (a + b) % 3 !== 0, pairs);
  byPlace.push(list(pairs).join());
  backend.close();
}
const afterClosing = await webgpu({ device }).findPairs?.(inputs, new ClusterPairs());
const [expected, ...others] = byPlace;
const isSame = others.every((pairs) => pairs === expected) && expected.length > 0;
process.stdout.write(`${JSON.stringify({ backend: isSame, afterClosing })}\n`);
// Dawn keeps the process alive, as long as there is something of it.
process.exit(gpu === undefined ? 1 : 0);

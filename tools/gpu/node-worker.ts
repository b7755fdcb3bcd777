// The process that `nodePlace` starts: answers batches with WebGPU.
import { create } from 'webgpu';
import { type GpuLike, webgpu } from '../../src/gpu/index.js';
import { type RemoteBatch, remoteBackends } from './remote.js';

const gpu = create([]) as GpuLike;
const answer = remoteBackends((size) => webgpu({ size, gpu, deadline: 300_000 }));
process.on('message', async (batch: RemoteBatch) => process.send?.(await answer(batch)));
// Dawn keeps the process alive.
process.on('disconnect', () => process.exit(0));

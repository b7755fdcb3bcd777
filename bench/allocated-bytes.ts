import { Session } from 'node:inspector/promises';

const SAMPLE_EVERY = 512;

interface ProfileNode {
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly selfSize: number;
  readonly children: readonly ProfileNode[];
}

/**
 * How many bytes each function allocated during the work, whether they were collected or not: a sample each 512 bytes, so
 * that the load of the machine and the collector's moods do not count.
 */
export async function allocatedBytes(work: () => void): Promise<Map<string, number>> {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: SAMPLE_EVERY,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  work();
  const { profile } = await session.post('HeapProfiler.stopSampling');
  session.disconnect();
  const bytes = new Map<string, number>();
  collect(profile.head as ProfileNode, bytes);
  return bytes;
}

function collect(node: ProfileNode, bytes: Map<string, number>): void {
  const { functionName, url } = node.callFrame;
  const name = `${functionName || '(anonymous)'} ${url.split('/').slice(-2).join('/')}`;
  if (node.selfSize > 0) bytes.set(name, (bytes.get(name) ?? 0) + node.selfSize);
  for (const child of node.children) collect(child, bytes);
}

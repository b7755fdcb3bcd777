import type { VisibilityBackend } from '../../src/visibility/backend.js';
import { processorBackend } from '../../tests/gpu/rasteriser.js';
import { nodePlace } from './node-place.js';
import { pagePlace } from './page-place.js';
import { RemoteBackend, type RemotePlace } from './remote.js';

/** WebGPU in Node, the two backends of a browser, and the reference on the processor. */
export const PLACES = ['node', 'webgl2', 'webgpu', 'processor'] as const;
export type PlaceName = (typeof PLACES)[number];

export interface OpenedPlace extends AsyncDisposable {
  backend(size: number): VisibilityBackend & { readonly sent: number };
}

export async function openVisibility(name: PlaceName): Promise<OpenedPlace> {
  if (name === 'processor') {
    return {
      backend: (size) => ({ ...processorBackend(size), sent: 0 }),
      [Symbol.asyncDispose]: async () => {},
    };
  }
  const place: RemotePlace = await (name === 'node' ? nodePlace() : pagePlace(name));
  return {
    backend: (size) => new RemoteBackend(name, size, place),
    [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
  };
}

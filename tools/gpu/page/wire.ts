import type { VisibilityAnswer } from '../../../src/visibility/backend.js';

/** What a page is sent, in what JSON can hold. */
export interface PageBatch {
  readonly size: number;
  readonly footprints: string;
  readonly footprintCount: number;
  readonly passes: readonly { readonly commands: string; readonly askCount: number }[];
}

/** What it sends back: a letter an ask. */
export interface PageAnswer {
  readonly answer:
    | Extract<VisibilityAnswer, { state: 'unknown' }>
    | { readonly state: 'answered'; readonly seen: string; readonly encodeMs: number };
  readonly milliseconds: number;
}

export interface VisibilityPage {
  askVisibility(name: 'webgl2' | 'webgpu', batch: PageBatch): Promise<PageAnswer>;
}

import { writeFootprint } from './footprint.js';
import type { Frame } from './frame.js';
import type { PassWriter } from './pass-writer.js';
import type { SweptClusters } from './swept-clusters.js';

/** Writes a cluster's footprints one after the other and returns how many it wrote. */
export type FootprintWriter = (
  writer: PassWriter,
  clusters: SweptClusters,
  cluster: number,
  frame: Frame,
) => number;

/** The one that misses nothing. */
export const conservativeFootprint: FootprintWriter = (writer, clusters, cluster, frame) => {
  const at = writer.room();
  writeFootprint(clusters, cluster, frame, writer.footprints, at);
  writer.advance();
  return 1;
};

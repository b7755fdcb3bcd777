import {
  FEATURES_BYTES,
  FEATURES_SIGNATURE_HIGH,
  FEATURES_SIGNATURE_LOW,
} from '../../../src/kernels/layout/meshes.js';
import type { CutMesh } from '../../../src/mesh/fracture.js';

/** Everything but the signatures, which say less where a mesh was cut. */
export function unsigned({ triangles, mesh, features, orphans }: CutMesh) {
  const records = features.slice();
  for (let at = 0; at < records.length; at += FEATURES_BYTES / 4) {
    records[at + FEATURES_SIGNATURE_LOW / 4] = 0;
    records[at + FEATURES_SIGNATURE_HIGH / 4] = 0;
  }
  return { triangles, mesh, features: records, orphans };
}

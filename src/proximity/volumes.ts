/** Unit normals of the slabs of a k-DOP, x y z each (Mezger 3.1). */
export type VolumeKind = 'aabb' | '14-dop' | '18-dop';

const S2 = Math.SQRT1_2;
const S3 = 1 / Math.sqrt(3);
const AXES = [1, 0, 0, 0, 1, 0, 0, 0, 1];

export const SLABS: { readonly [Kind in VolumeKind]: Float64Array } = {
  aabb: Float64Array.from(AXES),
  '14-dop': Float64Array.from([...AXES, S3, S3, S3, S3, S3, -S3, S3, -S3, S3, S3, -S3, -S3]),
  '18-dop': Float64Array.from([
    ...AXES,
    ...[S2, S2, 0, S2, 0, S2, 0, S2, S2, S2, -S2, 0, S2, 0, -S2, 0, S2, -S2],
  ]),
};

/** Outward by more than a dot product loses, as a share of the coordinates. */
export const OUTWARD = 2 ** -50;

/** Whether two volumes overlap: `low` and `high` hold `slabs` numbers a volume. */
export function overlap(
  lowA: Float64Array,
  highA: Float64Array,
  a: number,
  lowB: Float64Array,
  highB: Float64Array,
  b: number,
  slabs: number,
): boolean {
  for (let k = 0; k < slabs; k++) if (lowA[a + k] > highB[b + k] || lowB[b + k] > highA[a + k]) return false;
  return true;
}

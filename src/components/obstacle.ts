/**
 * What cloth made of a rigid body: the pose in which the last step left it among cloths, from which the next one starts, and
 * how often it was held back on its way there.
 */
export interface Obstacle {
  /** 1 where the pose is known. */
  readonly met: Uint8Array;
  /** The pose in which the last step left it. */
  readonly px: Float64Array;
  readonly py: Float64Array;
  readonly pz: Float64Array;
  readonly qx: Float64Array;
  readonly qy: Float64Array;
  readonly qz: Float64Array;
  readonly qw: Float64Array;
  /** Sub-steps of the last step in which cloth held it: above 0, it is not where it was told to go. */
  readonly blocked: Uint32Array;
}

export function createObstacle(maxEntities: number): Obstacle {
  const numbers = () => new Float64Array(maxEntities);
  return {
    met: new Uint8Array(maxEntities),
    px: numbers(),
    py: numbers(),
    pz: numbers(),
    qx: numbers(),
    qy: numbers(),
    qz: numbers(),
    qw: numbers(),
    blocked: new Uint32Array(maxEntities),
  };
}

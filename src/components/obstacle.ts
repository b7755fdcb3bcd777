/**
 * A rigid body among cloths: the pose from which its next step starts, which is where the last one left it, and how often it was
 * held back on its way there.
 */
export interface Obstacle {
  /** 1 where the pose is that of the last step; 0 where the body was not among cloths then: it starts where its columns say. */
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

/**
 * Who moves rigid bodies between contacts: poses, velocities and forces in, stepped poses out. The stage
 * rigid-integration drives it; a plugin without a backend leaves bodies where their columns put them.
 */
export interface RigidBackend {
  /** For messages: 'rapier'. */
  readonly name: string;
  /** Frees what the backend made. What it was handed stays its owner's. */
  dispose(): void;
}

/**
 * Who moves rigid bodies between contacts: poses, velocities and forces in, stepped poses out. The plugin opens the
 * backend when it is created and closes it when it is disposed of. Stepping belongs to the stage rigid-integration,
 * which is not there yet: until then bodies are where their columns put them.
 */
export interface RigidBackend {
  /** For messages: 'rapier'. */
  readonly name: string;
  /** Called once, by the plugin that the backend was handed to. */
  open(): void;
  /** Frees what `open` made. What the backend was handed stays its owner's. */
  close(): void;
}

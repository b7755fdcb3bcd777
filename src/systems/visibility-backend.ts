/**
 * Who says what hides what, for the stage occlusion-culling, which is not there yet. A fact that is missing, late or in
 * doubt means that nothing is culled, so a backend that says nothing is always right.
 */
export interface VisibilityBackend {
  /** For messages: 'webgl2', 'webgpu', 'none'. */
  readonly name: string;
  open(): void;
  close(): void;
}

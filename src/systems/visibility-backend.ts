/**
 * Who says what hides what, so that the stage occlusion-culling may drop pairs. A fact that is missing, late or in
 * doubt means that nothing is culled.
 */
export interface VisibilityBackend {
  /** For messages: 'webgl2', 'webgpu', 'none'. */
  readonly name: string;
  dispose(): void;
}

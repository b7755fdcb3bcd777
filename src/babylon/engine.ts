/** The few names of Babylon that the view uses; `babylonjs` and `@babylonjs/core` both have them. */
export interface BabylonModule {
  readonly Mesh: new (name: string, scene: never) => BabylonMesh;
  readonly VertexData: new () => BabylonVertexData;
  readonly Quaternion: new (x: number, y: number, z: number, w: number) => BabylonQuaternion;
}

export interface BabylonMesh {
  readonly position: { set(x: number, y: number, z: number): unknown };
  rotationQuaternion: BabylonQuaternion | null;
  updateVerticesData(kind: string, data: Float32Array, updateExtends?: boolean): unknown;
  dispose(): void;
}

export interface BabylonQuaternion {
  set(x: number, y: number, z: number, w: number): unknown;
}

export interface BabylonVertexData {
  positions: ArrayLike<number> | null;
  normals: ArrayLike<number> | null;
  indices: ArrayLike<number> | null;
  applyToMesh(mesh: never, updatable?: boolean): unknown;
}

/** The few names of Babylon that the view uses; `babylonjs` and `@babylonjs/core` both have them. */
export interface BabylonModule {
  readonly Mesh: new (name: string, scene: never) => BabylonMesh;
  readonly TransformNode: new (name: string, scene: never) => BabylonNode;
  readonly LinesMesh: new (
    name: string,
    scene: never,
    parent: null,
    source: null,
    cloneChildren: boolean,
    vertexColours: boolean,
  ) => BabylonMesh;
  readonly VertexData: new () => BabylonVertexData;
  readonly Quaternion: new (x: number, y: number, z: number, w: number) => BabylonQuaternion;
}

export interface BabylonVector {
  x: number;
  y: number;
  z: number;
  set(x: number, y: number, z: number): unknown;
}

export interface BabylonQuaternion {
  set(x: number, y: number, z: number, w: number): unknown;
}

/** 16 numbers, for row vectors: the last four are the translation. */
export interface BabylonMatrix {
  readonly m: ArrayLike<number>;
}

export interface BabylonNode {
  readonly position: BabylonVector;
  readonly scaling: BabylonVector;
  rotationQuaternion: BabylonQuaternion | null;
  parent: unknown;
  setParent(parent: unknown): unknown;
  computeWorldMatrix(force: boolean): BabylonMatrix;
  isDisposed(): boolean;
  dispose(): void;
}

/** A mesh of Babylon, as far as it is used here. */
export interface BabylonMesh extends BabylonNode {
  sideOrientation: number;
  isPickable: boolean;
  alwaysSelectAsActiveMesh: boolean;
  thinInstanceCount: number;
  readonly skeleton?: BabylonSkeleton | null;
  readonly subMeshes: { indexCount: number }[];
  getVerticesData(kind: string, copyWhenShared?: boolean, forceCopy?: boolean): ArrayLike<number> | null;
  getIndices(): ArrayLike<number> | null;
  setVerticesData(kind: string, data: ArrayLike<number>, updatable?: boolean): unknown;
  updateVerticesData(kind: string, data: Float32Array, updateExtends?: boolean): unknown;
  thinInstanceSetBuffer(
    kind: string,
    data: Float32Array | null,
    stride?: number,
    staticBuffer?: boolean,
  ): void;
  thinInstanceBufferUpdated(kind: string): void;
}

export interface BabylonSkeleton {
  prepare(dontCheckFrameId: boolean): void;
  getTransformMatrices(mesh: never): Float32Array;
}

export interface BabylonVertexData {
  positions: ArrayLike<number> | null;
  normals: ArrayLike<number> | null;
  colors: ArrayLike<number> | null;
  indices: ArrayLike<number> | null;
  applyToMesh(mesh: never, updatable?: boolean): unknown;
}

interface Observable<Event> {
  add(listener: (event: Event) => void): unknown;
  remove(observer: unknown): unknown;
}

export interface BabylonScene {
  readonly useRightHandedSystem: boolean;
  readonly activeCamera: BabylonCamera | null;
  readonly pointerX: number;
  readonly pointerY: number;
  readonly onPointerObservable: Observable<{ readonly type: number }>;
  createPickingRay(x: number, y: number, world: null, camera: null): BabylonRay;
}

export interface BabylonCamera {
  readonly inputs?: { readonly attachedToElement: boolean };
  attachControl(noPreventDefault?: boolean): void;
  detachControl(): void;
}

export interface BabylonRay {
  readonly origin: BabylonVector;
  readonly direction: BabylonVector;
  readonly length: number;
}

/** Values of Babylon's Material.sideOrientation: how triangles run that are seen from their front. */
const CLOCKWISE = 0;
const COUNTER_CLOCKWISE = 1;

/** Ours run counter-clockwise around a normal by the right-hand rule: mirrored, in a left-handed scene. */
export function frontOf(scene: BabylonScene): number {
  return scene.useRightHandedSystem ? COUNTER_CLOCKWISE : CLOCKWISE;
}

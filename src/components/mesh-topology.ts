/**
 * Which mesh an entity has. The vertices, triangles, edges and incident lists themselves lie in the arena, once a mesh,
 * however many entities share it.
 */
export interface MeshTopology {
  /** Generational id that `plugin.loadMesh` gave. The only column here that users write; 0 is none. */
  readonly mesh: Uint32Array;
  readonly vertexCount: Uint32Array;
  readonly triangleCount: Uint32Array;
  readonly edgeCount: Uint32Array;
  /**
   * Counts the meshes that the plugin took in. `restore` may give an id to another mesh, and no other mesh this number: key what you keep
   * of a mesh by it.
   */
  readonly serial: Uint32Array;
}

export function createMeshTopology(maxEntities: number): MeshTopology {
  return {
    mesh: new Uint32Array(maxEntities),
    vertexCount: new Uint32Array(maxEntities),
    triangleCount: new Uint32Array(maxEntities),
    edgeCount: new Uint32Array(maxEntities),
    serial: new Uint32Array(maxEntities),
  };
}

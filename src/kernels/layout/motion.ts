// What culling by motion knows of a mesh, in MESH_BYTES.
/** f64: the mesh's boxes hold the step up to this time. */
export const MESH_UNTIL = 48;

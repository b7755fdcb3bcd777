// What the owner of a mesh calls its vertices and triangles, where they are in the order of the tree.
import { DOP_GIVEN, DOP_NODE_BYTES, FEATURES_BYTES, FEATURES_GIVEN } from './layout/meshes';
import { MESH_FEATURES, MESH_IS_REORDERED, MESH_VERTEX_DOPS } from './layout/search';

export function givenVertex(mesh: usize, vertex: u32): u32 {
  if (load<u32>(mesh, MESH_IS_REORDERED) === 0) return vertex;
  const dops = <usize>load<u32>(mesh, MESH_VERTEX_DOPS);
  return load<u32>(dops + <usize>vertex * DOP_NODE_BYTES, DOP_GIVEN);
}

export function givenTriangle(mesh: usize, triangle: u32): u32 {
  if (load<u32>(mesh, MESH_IS_REORDERED) === 0) return triangle;
  const features = <usize>load<u32>(mesh, MESH_FEATURES);
  return load<u32>(features + <usize>triangle * FEATURES_BYTES, FEATURES_GIVEN);
}

import {
  BLOCK_EDGE_COUNT,
  BLOCK_EDGE_FACES,
  BLOCK_EDGES,
  BLOCK_HEADER_BYTES,
  BLOCK_POSITIONS,
  BLOCK_TREE_LINKS,
  BLOCK_TRIANGLE_COUNT,
  BLOCK_TRIANGLE_EDGES,
  BLOCK_TRIANGLES,
  BLOCK_VERTEX_COUNT,
  BLOCK_VERTEX_FACE_START,
  BLOCK_VERTEX_FACES,
  SECTION_ALIGNMENT,
} from '../kernels/layout.js';

/** Everything about a mesh that kernels read, before it is laid out in one block. */
export interface MeshSections {
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
  readonly edges: Uint32Array;
  readonly triangleEdges: Uint32Array;
  readonly edgeFaces: Uint32Array;
  readonly vertexFaceStart: Uint32Array;
  readonly vertexFaces: Uint32Array;
  /** Child of each tree node, then meta of each; empty for meshes that have no 18-DOP tree. */
  readonly treeLinks: Uint32Array;
}

type Section = Float64Array | Uint32Array;

/** Bytes of the block that `writeMeshBlock` fills. */
export function meshBlockBytes(mesh: MeshSections): number {
  return sectionsOf(mesh).reduce(
    (bytes, [, section]) => bytes + aligned(section.byteLength),
    BLOCK_HEADER_BYTES,
  );
}

/** Lays a mesh out at `address`: header, then sections. */
export function writeMeshBlock(memory: Uint8Array, address: number, mesh: MeshSections): void {
  const header = new Uint32Array(memory.buffer, address, BLOCK_HEADER_BYTES / 4);
  header[BLOCK_VERTEX_COUNT / 4] = mesh.positions.length / 3;
  header[BLOCK_TRIANGLE_COUNT / 4] = mesh.triangles.length / 3;
  header[BLOCK_EDGE_COUNT / 4] = mesh.edges.length / 2;
  let offset = BLOCK_HEADER_BYTES;
  for (const [field, section] of sectionsOf(mesh)) {
    header[field / 4] = offset;
    memory.set(bytesOf(section), address + offset);
    offset += aligned(section.byteLength);
  }
}

/** The sections of a block, as typed arrays over the memory: valid until memory grows or blocks move. */
export function readMeshBlock(buffer: ArrayBufferLike, address: number): MeshSections {
  const header = new Uint32Array(buffer, address, BLOCK_HEADER_BYTES / 4);
  const vertices = header[BLOCK_VERTEX_COUNT / 4];
  const triangles = header[BLOCK_TRIANGLE_COUNT / 4];
  const edges = header[BLOCK_EDGE_COUNT / 4];
  const u32 = (field: number, length: number) => new Uint32Array(buffer, address + header[field / 4], length);
  const hasTree = header[BLOCK_TREE_LINKS / 4] !== 0;
  return {
    positions: new Float64Array(buffer, address + header[BLOCK_POSITIONS / 4], 3 * vertices),
    triangles: u32(BLOCK_TRIANGLES, 3 * triangles),
    edges: u32(BLOCK_EDGES, 2 * edges),
    triangleEdges: u32(BLOCK_TRIANGLE_EDGES, 3 * triangles),
    edgeFaces: u32(BLOCK_EDGE_FACES, 2 * edges),
    vertexFaceStart: u32(BLOCK_VERTEX_FACE_START, vertices + 1),
    vertexFaces: u32(BLOCK_VERTEX_FACES, 3 * triangles),
    treeLinks: u32(BLOCK_TREE_LINKS, hasTree ? 2 * (2 * triangles - 1) : 0),
  };
}

function sectionsOf(mesh: MeshSections): readonly (readonly [field: number, section: Section])[] {
  const always: [number, Section][] = [
    [BLOCK_POSITIONS, mesh.positions],
    [BLOCK_TRIANGLES, mesh.triangles],
    [BLOCK_EDGES, mesh.edges],
    [BLOCK_TRIANGLE_EDGES, mesh.triangleEdges],
    [BLOCK_EDGE_FACES, mesh.edgeFaces],
    [BLOCK_VERTEX_FACE_START, mesh.vertexFaceStart],
    [BLOCK_VERTEX_FACES, mesh.vertexFaces],
  ];
  return mesh.treeLinks.length === 0 ? always : [...always, [BLOCK_TREE_LINKS, mesh.treeLinks]];
}

function bytesOf(section: Section): Uint8Array {
  return new Uint8Array(section.buffer, section.byteOffset, section.byteLength);
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / SECTION_ALIGNMENT) * SECTION_ALIGNMENT;
}

import {
  BLOCK_CONTOURS,
  BLOCK_EDGE_COUNT,
  BLOCK_EDGE_FACES,
  BLOCK_EDGES,
  BLOCK_FEATURES,
  BLOCK_HEADER_BYTES,
  BLOCK_LONGEST_CONTOUR,
  BLOCK_ORPHAN_EDGE_COUNT,
  BLOCK_ORPHAN_EDGES,
  BLOCK_ORPHAN_REGIONS,
  BLOCK_ORPHAN_VERTEX_COUNT,
  BLOCK_ORPHAN_VERTICES,
  BLOCK_PIECES,
  BLOCK_POSITIONS,
  BLOCK_REGION_COUNT,
  BLOCK_REGIONS,
  BLOCK_TREE_LINKS,
  BLOCK_TRIANGLE_COUNT,
  BLOCK_TRIANGLES,
  BLOCK_VERTEX_COUNT,
  BLOCK_VERTEX_FACE_START,
  BLOCK_VERTEX_FACES,
  SECTION_ALIGNMENT,
} from '../kernels/layout/meshes.js';
import { REGION_BYTES } from '../kernels/layout/regions.js';
import type { SearchSections } from './search-sections.js';

/** Everything about a mesh that kernels read, before it is laid out in one block that all bodies with it share. */
export interface MeshSections {
  /** Empty where nobody asks for the mesh at rest. */
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
  readonly edges: Uint32Array;
  readonly edgeFaces: Uint32Array;
  readonly vertexFaceStart: Uint32Array;
  readonly vertexFaces: Uint32Array;
  /** Of a mesh that breaks: the piece that each triangle belongs to, in the order of its pieces. */
  readonly pieceOf?: Uint32Array | undefined;
  /** For meshes that deform. */
  readonly search?: SearchSections | undefined;
}

const NO_PIECES = /* @__PURE__ */ new Uint32Array(0);

type Section = readonly [field: number, values: Float64Array | Uint32Array];
type Count = readonly [field: number, value: number];

/** Bytes of the block that `writeMeshBlock` fills. */
export function meshBlockBytes(mesh: MeshSections): number {
  return bytesOfAll([...meshSections(mesh), ...(mesh.search ? searchSections(mesh.search) : [])]);
}

/** Lays a mesh out at `address`, where all is zero: header, then sections. */
export function writeMeshBlock(memory: Uint8Array, address: number, mesh: MeshSections): void {
  const counts: Count[] = [
    [BLOCK_VERTEX_COUNT, mesh.vertexFaceStart.length - 1],
    [BLOCK_TRIANGLE_COUNT, mesh.triangles.length / 3],
    [BLOCK_EDGE_COUNT, mesh.edges.length / 2],
  ];
  const { search } = mesh;
  if (search === undefined) write(memory, address, counts, meshSections(mesh));
  else {
    write(
      memory,
      address,
      [...counts, ...searchCounts(search)],
      [...meshSections(mesh), ...searchSections(search)],
    );
  }
}

/** Bytes of a block that has the sections for searches alone. */
export function searchBlockBytes(search: SearchSections): number {
  return bytesOfAll(searchSections(search));
}

export function writeSearchBlock(memory: Uint8Array, address: number, search: SearchSections): void {
  write(memory, address, searchCounts(search), searchSections(search));
}

/** A mesh as it lies in its block: typed arrays over the memory, valid until memory grows or blocks move. */
export function readMeshBlock(buffer: ArrayBufferLike, address: number): MeshSections {
  const header = new Uint32Array(buffer, address, BLOCK_HEADER_BYTES / 4);
  const vertices = header[BLOCK_VERTEX_COUNT / 4];
  const triangles = header[BLOCK_TRIANGLE_COUNT / 4];
  const edges = header[BLOCK_EDGE_COUNT / 4];
  const u32 = (field: number, length: number) => new Uint32Array(buffer, address + header[field / 4], length);
  const hasPositions = header[BLOCK_POSITIONS / 4] !== 0;
  return {
    positions: new Float64Array(
      buffer,
      address + header[BLOCK_POSITIONS / 4],
      hasPositions ? 3 * vertices : 0,
    ),
    triangles: u32(BLOCK_TRIANGLES, 3 * triangles),
    edges: u32(BLOCK_EDGES, 2 * edges),
    edgeFaces: u32(BLOCK_EDGE_FACES, 2 * edges),
    vertexFaceStart: u32(BLOCK_VERTEX_FACE_START, vertices + 1),
    vertexFaces: u32(BLOCK_VERTEX_FACES, 3 * triangles),
    pieceOf: header[BLOCK_PIECES / 4] === 0 ? undefined : u32(BLOCK_PIECES, triangles),
  };
}

function meshSections(mesh: MeshSections): Section[] {
  return [
    [BLOCK_POSITIONS, mesh.positions],
    [BLOCK_TRIANGLES, mesh.triangles],
    [BLOCK_EDGES, mesh.edges],
    [BLOCK_EDGE_FACES, mesh.edgeFaces],
    [BLOCK_VERTEX_FACE_START, mesh.vertexFaceStart],
    [BLOCK_VERTEX_FACES, mesh.vertexFaces],
    [BLOCK_PIECES, mesh.pieceOf ?? NO_PIECES],
  ];
}

function searchSections(search: SearchSections): Section[] {
  return [
    [BLOCK_TREE_LINKS, search.treeLinks],
    [BLOCK_FEATURES, search.features],
    [BLOCK_ORPHAN_VERTICES, search.orphanVertices],
    [BLOCK_ORPHAN_EDGES, search.orphanEdges],
    [BLOCK_ORPHAN_REGIONS, search.orphanRegions],
    [BLOCK_REGIONS, search.regions],
    [BLOCK_CONTOURS, search.contours],
  ];
}

function searchCounts(search: SearchSections): Count[] {
  return [
    [BLOCK_ORPHAN_VERTEX_COUNT, search.orphanVertices.length / 2],
    [BLOCK_ORPHAN_EDGE_COUNT, search.orphanEdges.length / 2],
    [BLOCK_REGION_COUNT, Math.max(0, (4 * search.regions.length) / REGION_BYTES - 1)],
    [BLOCK_LONGEST_CONTOUR, search.longestContour],
  ];
}

/** Sections that are empty take no place, and their offset stays 0. */
function write(
  memory: Uint8Array,
  address: number,
  counts: readonly Count[],
  sections: readonly Section[],
): void {
  const header = new Uint32Array(memory.buffer, address, BLOCK_HEADER_BYTES / 4);
  for (const [field, value] of counts) header[field / 4] = value;
  let offset = BLOCK_HEADER_BYTES;
  for (const [field, { buffer, byteOffset, byteLength }] of sections) {
    if (byteLength === 0) continue;
    header[field / 4] = offset;
    memory.set(new Uint8Array(buffer, byteOffset, byteLength), address + offset);
    offset += aligned(byteLength);
  }
}

function bytesOfAll(sections: readonly Section[]): number {
  return sections.reduce((bytes, [, values]) => bytes + aligned(values.byteLength), BLOCK_HEADER_BYTES);
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / SECTION_ALIGNMENT) * SECTION_ALIGNMENT;
}

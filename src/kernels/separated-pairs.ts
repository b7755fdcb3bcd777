// Pairs of triangles that a plane keeps apart during the whole step: they are dropped before they hand on features.
import { areApartAlongNormal, useReach } from './apart-along-normals';
import { areTrianglesApart, sweptVertex, useGap } from './apart-at-ends';
import { cornerOf, recordOfFirst, recordOfSecond } from './features';
import { MESH_FEATURES, MESH_SWEPT, NODE_PAIR_BYTES } from './layout/search';

/** Before the pairs of the work's two meshes: how far apart triangles must be. */
export function beginSeparation(work: usize): void {
  useGap(work);
  useReach(work);
}

/**
 * Keeps the pairs of triangles between which no plane was found; returns their end. A feature pair of two triangles that never
 * touch needs no test, whoever represents it. One question after the other: each is asked of what the ones before left.
 */
export function dropSeparated(meshA: usize, meshB: usize, pairs: usize, end: usize): usize {
  end = dropByNormals(meshA, meshB, pairs, end, 0);
  end = dropByMotion(meshA, meshB, pairs, end);
  return dropByNormals(meshB, meshA, pairs, end, 32);
}

/** Keeps the pairs that are not apart along the normal of the triangle that is `shift` bits up in a pair, one of `mesh`. */
function dropByNormals(mesh: usize, other: usize, pairs: usize, end: usize, shift: u64): usize {
  const features = <usize>load<u32>(mesh, MESH_FEATURES);
  const featuresOfOther = <usize>load<u32>(other, MESH_FEATURES);
  const swept = <usize>load<u32>(mesh, MESH_SWEPT);
  const sweptOfOther = <usize>load<u32>(other, MESH_SWEPT);
  let out = pairs;
  for (let at = pairs; at < end; at += NODE_PAIR_BYTES) {
    const both = load<u64>(at);
    const turned = rotr<u64>(both, shift);
    const a = recordOfFirst(features, turned);
    const b = recordOfSecond(featuresOfOther, turned);
    const drop = areApartAlongNormal(
      sweptVertex(swept, cornerOf(a, 0)),
      sweptVertex(swept, cornerOf(a, 1)),
      sweptVertex(swept, cornerOf(a, 2)),
      sweptVertex(sweptOfOther, cornerOf(b, 0)),
      sweptVertex(sweptOfOther, cornerOf(b, 1)),
      sweptVertex(sweptOfOther, cornerOf(b, 2)),
    );
    store<u64>(out, both);
    out += select<usize>(0, NODE_PAIR_BYTES, drop);
  }
  return out;
}

/**
 * Keeps the pairs of triangles that are not apart at both ends of the step along an axis; returns their end.
 */
function dropByMotion(meshA: usize, meshB: usize, pairs: usize, end: usize): usize {
  const featuresA = <usize>load<u32>(meshA, MESH_FEATURES);
  const featuresB = <usize>load<u32>(meshB, MESH_FEATURES);
  const sweptA = <usize>load<u32>(meshA, MESH_SWEPT);
  const sweptB = <usize>load<u32>(meshB, MESH_SWEPT);
  let out = pairs;
  for (let at = pairs; at < end; at += NODE_PAIR_BYTES) {
    const both = load<u64>(at);
    const a = recordOfFirst(featuresA, both);
    const b = recordOfSecond(featuresB, both);
    const drop = areTrianglesApart(
      sweptVertex(sweptA, cornerOf(a, 0)),
      sweptVertex(sweptA, cornerOf(a, 1)),
      sweptVertex(sweptA, cornerOf(a, 2)),
      sweptVertex(sweptB, cornerOf(b, 0)),
      sweptVertex(sweptB, cornerOf(b, 1)),
      sweptVertex(sweptB, cornerOf(b, 2)),
    );
    store<u64>(out, both);
    out += select<usize>(0, NODE_PAIR_BYTES, drop);
  }
  return out;
}

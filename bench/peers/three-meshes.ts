import type { SceneMesh } from '../../scenes/meshes/index.js';
import type { Untyped } from '../tunnel/engines/untyped.js';
import { loadPackage } from '../tunnel/load-package.js';
import type { Pose } from '../tunnel/motion.js';

/** A mesh of three.js with a tree of three-mesh-bvh. */
export interface ThreeMesh {
  readonly geometry: Untyped;
  meets(other: ThreeMesh, pose: Pose): boolean;
  /** 0 where they meet, and Infinity where it finds none. */
  distance(other: ThreeMesh, pose: Pose): number;
}

export async function threeMeshes(): Promise<(mesh: SceneMesh) => ThreeMesh> {
  const THREE = (await loadPackage('three')) as Untyped;
  const { MeshBVH } = (await loadPackage('three-mesh-bvh')) as Untyped;
  const matrix = new THREE.Matrix4();
  const one = new THREE.Vector3(1, 1, 1);
  const placedAt = ({ position, rotation }: Pose): Untyped =>
    matrix.compose(new THREE.Vector3(...position), new THREE.Quaternion(...rotation), one);
  return ({ positions, triangles }) => {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(Float32Array.from(positions), 3));
    geometry.setIndex(new THREE.BufferAttribute(Uint32Array.from(triangles), 1));
    const tree = new MeshBVH(geometry);
    geometry.boundsTree = tree;
    const [nearest, other] = [{}, {}];
    return {
      geometry,
      meets: (mesh, pose) => tree.intersectsGeometry(mesh.geometry, placedAt(pose)) as unknown as boolean,
      distance(mesh, pose) {
        const found: unknown = tree.closestPointToGeometry(mesh.geometry, placedAt(pose), nearest, other);
        return found === null ? Number.POSITIVE_INFINITY : (found as { distance: number }).distance;
      },
    };
  };
}

// The same bodies in Rapier alone, shown beside.
import type RAPIER from '@dimforge/rapier3d-compat';
import type { SceneMesh, Vec3 } from '../../scenes/meshes/index.js';
import { rotated } from '../../scenes/meshes/vectors.js';
import * as BABYLON from '../shell/babylon.js';
import type { Stage } from '../shell/babylon-stage.js';
import type { Demo } from '../shell/demo.js';
import { countMeetingParts } from '../shell/meeting-parts.js';
import { drawOwnMesh } from '../shell/own-mesh.js';
import { glazedMaterial } from '../shell/paint.js';
import { areLinked } from './linked.js';

export interface PlainBody {
  readonly position: Vec3;
  readonly rotation: readonly [number, number, number, number];
  readonly isDriven: boolean;
}

/** A ring around an axis of its mesh, and how far from it the middle of its tube is. */
export interface PlainRing {
  readonly mesh: SceneMesh;
  readonly axis: Vec3;
  readonly radius: number;
}

export interface Surroundings {
  readonly density: number;
  /** The height of what lost rings fall on. */
  readonly floor: number;
}

/** Half of the floor's sides. */
const HALF_FLOOR = [12, 0.1, 12] as const;

export interface PlainRapier {
  step(speed: number, seconds: number): void;
  /** Notes how all bodies move; what it returns makes them do so again. */
  remember(): () => void;
  /** Edges that meet triangles of another ring, and rings that are not linked with the one before. */
  counted(): { readonly intersections: number; readonly apart: number };
  dispose(): void;
}

export function openPlainRapier(
  rapier: typeof RAPIER,
  { stage }: Demo,
  { mesh, axis, radius }: PlainRing,
  { density, floor }: Surroundings,
  bodies: readonly PlainBody[],
): PlainRapier {
  const world = new rapier.World({ x: 0, y: -9.81, z: 0 });
  const ground = rapier.ColliderDesc.cuboid(...HALF_FLOOR).setFriction(0.5);
  world.createCollider(ground.setTranslation(0, floor - HALF_FLOOR[1], 0));
  const drawn = bodies.map((body, i) => {
    const [x, y, z] = body.position;
    const kind = body.isDriven
      ? rapier.RigidBodyDesc.kinematicVelocityBased()
      : rapier.RigidBodyDesc.dynamic();
    const [qx, qy, qz, qw] = body.rotation;
    const made = world.createRigidBody(
      kind.setTranslation(x, y, z).setRotation({ x: qx, y: qy, z: qz, w: qw }).setCcdEnabled(true),
    );
    const shape = rapier.ColliderDesc.trimesh(Float32Array.from(mesh.positions), mesh.triangles);
    world.createCollider(shape.setDensity(density).setFriction(0.5), made);
    return { made, shown: draw(stage, mesh, i, bodies.length) };
  });

  function show(): void {
    for (const { made, shown } of drawn) {
      const { x, y, z } = made.translation();
      shown.position.set(x, y, z);
      const q = made.rotation();
      shown.rotationQuaternion?.set(q.x, q.y, q.z, q.w);
    }
  }

  show();
  return {
    step(speed, seconds) {
      for (const [i, { made }] of drawn.entries())
        if (bodies[i].isDriven) made.setLinvel({ x: speed, y: 0, z: 0 }, true);
      world.timestep = seconds;
      world.step();
      show();
    },
    remember() {
      const noted = drawn.map(({ made }) => ({
        made,
        at: made.translation(),
        turn: made.rotation(),
        speed: made.linvel(),
        spin: made.angvel(),
      }));
      return () => {
        for (const { made, at, turn, speed, spin } of noted) {
          made.setTranslation(at, true);
          made.setRotation(turn, true);
          made.setLinvel(speed, true);
          made.setAngvel(spin, true);
        }
        show();
      };
    },
    counted() {
      const placed = drawn.map(({ made }) => ({ position: made.translation(), rotation: made.rotation() }));
      const circles = placed.map(({ position: { x, y, z }, rotation }) => ({
        middle: [x, y, z] as const,
        axis: rotated([rotation.x, rotation.y, rotation.z, rotation.w], axis),
        radius,
      }));
      const apart = circles.slice(1).filter((circle, i) => !areLinked(circles[i], circle)).length;
      return { intersections: countMeetingParts(mesh, placed), apart };
    },
    dispose() {
      for (const { shown } of drawn) {
        shown.material?.dispose();
        shown.dispose();
      }
      world.free();
    },
  };
}

/** Greyer than ours. */
function draw(stage: Stage, { positions, triangles }: SceneMesh, i: number, count: number): BABYLON.Mesh {
  const normals: number[] = [];
  BABYLON.VertexData.ComputeNormals(positions, triangles, normals, { useRightHandedSystem: true });
  const shown = drawOwnMesh(stage, 'plain', { positions, triangles }, normals);
  shown.rotationQuaternion = new BABYLON.Quaternion();
  const material = glazedMaterial(stage.scene);
  const grey = 0.5 + (0.25 * i) / count;
  material.diffuseColor = new BABYLON.Color3(grey, grey, grey + 0.03);
  shown.material = material;
  return shown;
}

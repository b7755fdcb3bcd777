// Where bodies were at the ends of the last steps, joined by threads that get thinner.
import { CreateTube } from '@babylonjs/core/Meshes/Builders/tubeBuilder.js';
import { type Color3, type Mesh, type Scene, StandardMaterial, type Vector3 } from '../shell/babylon.js';

const STEPS = 6;
const RADIUS = 0.035;

interface Trail {
  /** The newest first. */
  points: Vector3[];
  readonly tube: Mesh;
}

export class Trails {
  readonly #scene: Scene;
  #trails: Trail[] = [];

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  /** One for each place, from there on, in place of those before. */
  begin(places: readonly Vector3[], colours: readonly Color3[]): void {
    for (const { tube } of this.#trails) tube.dispose(false, true);
    this.#trails = places.map((place, i) => {
      const points = Array.from({ length: STEPS }, () => place.clone());
      const tube = CreateTube(
        'trail',
        { path: points, tessellation: 6, radius: RADIUS, updatable: true },
        this.#scene,
      );
      tube.material = threadMaterial(this.#scene, colours[i]);
      tube.isPickable = false;
      tube.alwaysSelectAsActiveMesh = true;
      return { points, tube };
    });
  }

  /** A step later they are there. */
  add(places: readonly Vector3[]): void {
    this.#trails.forEach((trail, i) => {
      trail.points = [places[i], ...trail.points.slice(0, -1)];
      draw(trail);
    });
  }

  remember(): () => void {
    const before = this.#trails.map(({ points }) => points);
    return () => {
      this.#trails.forEach((trail, i) => {
        trail.points = before[i];
        draw(trail);
      });
    };
  }
}

function draw({ points, tube }: Trail): void {
  const radiusFunction = (i: number): number => RADIUS * (1 - i / STEPS);
  CreateTube('trail', { path: points, radiusFunction, instance: tube });
}

function threadMaterial(scene: Scene, colour: Color3): StandardMaterial {
  const material = new StandardMaterial('thread', scene);
  material.emissiveColor = colour;
  material.disableLighting = true;
  material.alpha = 0.55;
  return material;
}

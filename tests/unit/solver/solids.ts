import { massOf } from '../../../bench/tunnel/mass.js';
import type { SceneBody } from '../../../scenes/rigid/index.js';

/** Of each body of a scene what its mesh encloses, with the mass that the plugin gave it. */
export function solidsOf(
  { bodies }: { readonly bodies: readonly SceneBody[] },
  entities: readonly number[],
  masses: Float64Array,
) {
  return bodies.map(({ mesh }, i) => {
    const own = massOf(mesh);
    const mass = masses[entities[i]];
    return { mass, centre: own.centre, inertia: own.inertia.map((x) => (x * mass) / own.mass) };
  });
}

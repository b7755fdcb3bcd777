import type { RapierModule } from './engine.js';

/** Modules whose code has run. */
const warm = /* @__PURE__ */ new WeakSet<object>();

const CORNERS = /* @__PURE__ */ Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
const FACES = /* @__PURE__ */ Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3);

/**
 * Steps two bodies with a mesh each in a world of their own: engines compile WebAssembly when it is first called, and the first step of
 * a game would wait for that.
 */
export function warmUp(module: RapierModule): void {
  if (warm.has(module)) return;
  warm.add(module);
  const world = new module.World({ x: 0, y: 0, z: 0 });
  try {
    for (let i = 0; i < 2; i++) {
      const desc = module.RigidBodyDesc.dynamic();
      desc.setCcdEnabled(true);
      const body = world.createRigidBody(desc);
      world.createCollider(module.ColliderDesc.trimesh(CORNERS, FACES), body);
      body.setLinvel({ x: 1 - 2 * i, y: 1, z: 1 }, true);
      body.setAngvel({ x: 1, y: 1, z: 1 }, true);
    }
    for (let i = 0; i < 2; i++) world.step();
  } finally {
    world.free();
  }
}

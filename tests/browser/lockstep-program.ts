/**
 * A program, as text, that runs the same in Node and in a page: a cloth and a body move for some steps, and the answer
 * is a hash of the plugin's snapshot. No function is used whose last bit engines may choose.
 */
export const lockstepProgram = (sharedMemory: boolean): string => `(async () => {
  const { addEntity, createWorld } = await import('bitecs');
  const { createCollisionPlugin } = await import('first-contact');
  const side = 12;
  const positions = new Float64Array(3 * side * side);
  const triangles = [];
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const at = row * side + column;
      positions.set([column / 3, 0, row / 7], 3 * at);
      if (row + 1 < side && column + 1 < side) {
        triangles.push(at, at + side, at + 1, at + 1, at + side, at + side + 1);
      }
    }
  }
  const world = createWorld();
  const plugin = await createCollisionPlugin(world, { maxEntities: 10, sharedMemory: ${sharedMemory} });
  const cloth = addEntity(world);
  plugin.addDeformable(cloth, { positions, triangles, settings: { thickness: 0.01 } });
  const body = addEntity(world);
  plugin.addRigidBody(body, { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], triangles: [0, 1, 2, 0, 1, 3], body: { vx: 0.3, motion: 1 } });
  for (let step = 0; step < 60; step++) {
    for (let i = 0; i < positions.length; i++) positions[i] = positions[i] * 0.99 + ((i * 37 + step * 11) % 101) / 1000;
    plugin.moveVertices(cloth, positions);
    plugin.components.RigidBody.px[body] += plugin.components.RigidBody.vx[body] / 60;
    plugin.step(1 / 60);
  }
  let hash = 0;
  for (const byte of plugin.snapshot()) hash = (Math.imul(hash, 31) + byte) | 0;
  return hash >>> 0;
})()`;

/** Two of the rings hang from a joint over a box of Rapier's. */
const OVER_RAPIER = `
  rigid.world.createCollider(RAPIER.ColliderDesc.cuboid(5, 0.5, 5));
  plugin.systems.ingest(world);
  plugin.systems.rigidIntegration(world);
  const joint = RAPIER.JointData.spherical({ x: 0, y: 0.7, z: 0 }, { x: 0, y: -0.7, z: 0 });
  const free = rigid.world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(1.5, 3.4, 0));
  rigid.world.createCollider(RAPIER.ColliderDesc.ball(0.2), free);
  rigid.world.createImpulseJoint(joint, rigid.bodyOf(bodies[3]), free, true);`;

/** They fall on two tetrahedra that stand, and a cloth falls on them. */
const BUILT_IN = `
  for (const x of [0, 1.2]) {
    const tetrahedron = { positions: [-1, 0, -1, 1, 0, -1, 0, 0, 1, 0, 1.2, 0], triangles: [0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0] };
    plugin.addRigidBody(addEntity(world), { ...tetrahedron, position: [x, 0, 0], body: { motion: 2 } });
  }
  const grid = [];
  const faces = [];
  for (let i = 0; i < 100; i++) {
    grid.push((i % 10) / 4, 2.9, Math.floor(i / 10) / 4 - 1);
    if (i % 10 < 9 && i < 90) faces.push(i, i + 10, i + 1, i + 1, i + 10, i + 11);
  }
  const cloth = addEntity(world);
  plugin.addDeformable(cloth, { positions: grid, triangles: faces, settings: { thickness: 0.02 }, cloth: {} });`;

/**
 * A program, as text, that links rings, lets them fall, and answers with a hash of the bodies' columns after each step, and of the
 * snapshot. Rapier is one of its builds, by name; without a name the built-in backend moves the bodies.
 */
export const rigidWorldProgram = (build?: string, workers = 1): string => `(async () => {
  const { addEntity, createWorld } = await import('bitecs');
  const { createCollisionPlugin } = await import('first-contact');
  ${
    build === undefined
      ? ''
      : `const { rapierBackend } = await import('first-contact/rapier');
  const RAPIER = (await import('${build}')).default;
  await RAPIER.init();
  const rigid = rapierBackend(RAPIER);`
  }
  // Points of a circle without a sine: halved again and again.
  let circle = [[1, 0], [0, 1], [-1, 0], [0, -1]];
  while (circle.length < 16)
    circle = circle.flatMap(([x, y], i) => {
      const [u, v] = circle[(i + 1) % circle.length];
      const length = Math.sqrt((x + u) ** 2 + (y + v) ** 2);
      return [[x, y], [(x + u) / length, (y + v) / length]];
    });
  const positions = [];
  const triangles = [];
  circle.forEach(([x, y], i) => circle.forEach(([a, b], j) => {
    positions.push((0.5 + 0.1 * a) * x, 0.1 * b, -(0.5 + 0.1 * a) * y);
    const [p, q, r, s] = [[i, j], [i, j + 1], [i + 1, j + 1], [i + 1, j]].map(([k, l]) => (k % 16) * 16 + (l % 16));
    triangles.push(p, s, r, p, r, q);
  }));
  const world = createWorld();
  const options = { maxEntities: 20, workers: ${workers} };
  const plugin = await createCollisionPlugin(world, ${build === undefined ? 'options' : '{ ...options, rigid }'});
  const mesh = plugin.loadMesh({ positions, triangles });
  const turn = Math.SQRT1_2;
  const bodies = [0, 1, 2, 3].map((i) => {
    const entity = addEntity(world);
    const rotation = i % 2 === 0 ? [0, 0, 0, 1] : [turn, 0, 0, turn];
    plugin.addRigidBody(entity, { mesh, position: [0.5 * i, 2, 0], rotation, body: { vx: 3 * (i % 2), wz: i } });
    return entity;
  });
  ${build === undefined ? BUILT_IN : OVER_RAPIER}
  let hash = 0;
  const note = (bytes) => {
    for (const byte of bytes) hash = (Math.imul(hash, 31) + byte) | 0;
  };
  const { px, py, pz, qx, qy, qz, qw, vx, vy, vz, wx, wy, wz } = plugin.components.RigidBody;
  for (let step = 0; step < 90; step++) {
    plugin.step(1 / 60);
    const row = bodies.flatMap((e) => [px, py, pz, qx, qy, qz, qw, vx, vy, vz, wx, wy, wz].map((column) => column[e]));
    note(new Uint8Array(Float64Array.from(row).buffer));
  }
  note(plugin.snapshot());
  // Where the lowest has come to: a body that never moved would hash the same everywhere.
  plugin.dispose();
  return [hash >>> 0, bodies.every((e) => py[e] < 1.9)].join(' ');
})()`;

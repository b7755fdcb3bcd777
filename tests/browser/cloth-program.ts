/**
 * A program, as text, that runs the same in Node and in a page: two sheets fall on a tetrahedron that stands and on each other, one of them
 * is cut, a soft ball falls on both, and a curtain is torn by a wind. The answer is a hash of all vertices after each step and of the snapshot, how
 * many entities there are in the end, and how often the curtain tore.
 */
export const clothProgram = (workers: number): string => `(async () => {
  const { addEntity, createWorld } = await import('bitecs');
  const { createCollisionPlugin } = await import('first-contact');
  const world = createWorld();
  const plugin = await createCollisionPlugin(world, { maxEntities: 20, workers: ${workers} });
  const columns = 14;
  const sheet = (x, y, z, upright) => {
    const positions = [];
    const triangles = [];
    for (let j = 0; j <= columns; j++) {
      for (let i = 0; i <= columns; i++) {
        const at = j * (columns + 1) + i;
        const [across, along] = [i / columns - 0.5, j / columns - 0.5];
        positions.push(x + across, y - (upright ? along : 0), z + (upright ? 0 : along));
        if (i < columns && j < columns) triangles.push(at, at + columns + 1, at + 1, at + 1, at + columns + 1, at + columns + 2);
      }
    }
    return { positions, triangles };
  };
  const add = (mesh, cloth) => {
    const entity = addEntity(world);
    plugin.addDeformable(entity, { ...mesh, cloth, settings: { friction: 0.3 } });
    return entity;
  };
  plugin.addRigidBody(addEntity(world), {
    positions: [-0.3, 0, -0.3, 0.3, 0, -0.3, 0, 0, 0.4, 0, 0.5, 0],
    triangles: [0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0],
    body: { motion: 2 },
  });
  const lower = add(sheet(0, 0.6, 0, false), { bendCompliance: 1 });
  add(sheet(0.05, 0.7, 0.1, false), { bendCompliance: 1 });
  // an octahedron, each face in four
  const corners = [0.1, 0, 0, -0.1, 0, 0, 0, 0.1, 0, 0, -0.1, 0, 0, 0, 0.1, 0, 0, -0.1];
  const faces = [0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5];
  const between = new Map();
  const middle = (a, b) => {
    const key = Math.min(a, b) * 100 + Math.max(a, b);
    if (!between.has(key)) {
      between.set(key, corners.length / 3);
      for (let k = 0; k < 3; k++) corners.push((corners[3 * a + k] + corners[3 * b + k]) / 2);
    }
    return between.get(key);
  };
  const triangles = [];
  for (let i = 0; i < faces.length; i += 3) {
    const [a, b, c] = faces.slice(i, i + 3);
    const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
    triangles.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
  }
  const ball = add({ positions: corners.map((x, i) => x + [0.1, 0.95, 0][i % 3]), triangles }, { volumeCompliance: 1e-6 });
  const curtain = add(sheet(2, 1, 0, true), {
    pins: [0, 14],
    density: 0.5,
    stretchCompliance: 1e-3,
    tearing: 0.1,
    windZ: 40,
  });
  let hash = 0;
  const note = (bytes) => {
    for (const byte of bytes) hash = (Math.imul(hash, 31) + byte) | 0;
  };
  const cloths = [lower, lower + 1, ball, curtain];
  let tears = 0;
  for (let step = 0; step < 60; step++) {
    if (step === 20) {
      const path = Array.from({ length: columns + 1 }, (_, i) => 5 * (columns + 1) + i);
      cloths.push(...plugin.cut(lower, { path }).pieces.slice(1).map(({ entity }) => entity));
    }
    plugin.step(1 / 60);
    for (const tear of plugin.tears) {
      tears++;
      for (const { entity } of tear.pieces) if (!cloths.includes(entity)) cloths.push(entity);
    }
    for (const entity of cloths) {
      const count = plugin.components.MeshTopology.vertexCount[entity];
      note(new Uint8Array(plugin.readVertices(entity, new Float64Array(3 * count)).buffer));
    }
  }
  note(plugin.snapshot());
  plugin.dispose();
  return [hash >>> 0, cloths.length, tears].join(' ');
})()`;

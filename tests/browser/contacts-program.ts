/**
 * A program, as text, that runs the same in Node and in a page: crumpled sheets move through each other, and a body turns
 * among them; the answer is a hash of the plugin's contacts, how many there are, and how many threads looked for them.
 */
export const contactsProgram = (workers: number): string => `(async () => {
  const { addEntity, createWorld } = await import('bitecs');
  const { createCollisionPlugin } = await import('first-contact');
  const world = createWorld();
  const plugin = await createCollisionPlugin(world, { maxEntities: 10, workers: ${workers} });
  const columns = 28;
  let state = 12345;
  const random = () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return state / 4294967296;
  };
  const triangles = [];
  for (let j = 0; j < columns; j++) {
    for (let i = 0; i < columns; i++) {
      const at = j * (columns + 1) + i;
      triangles.push(at, at + 1, at + columns + 2, at, at + columns + 2, at + columns + 1);
    }
  }
  const sheet = () => Float64Array.from({ length: 3 * (columns + 1) ** 2 }, (_, i) => {
    const vertex = Math.floor(i / 3);
    const x = vertex % (columns + 1);
    const z = Math.floor(vertex / (columns + 1));
    return [Math.abs((x % 16) - 8) / columns, 0.1 * random(), z / columns][i % 3] + 0.02 * random();
  });
  const sheets = [0, 0.002].map((thickness) => {
    const positions = sheet();
    const entity = addEntity(world);
    plugin.addDeformable(entity, { positions, triangles, settings: { thickness } });
    return { entity, positions };
  });
  const body = addEntity(world);
  plugin.addRigidBody(body, {
    positions: [0, 0, 0, 0.3, 0, 0, 0, 0.3, 0, 0, 0, 0.3],
    triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
    position: [0.1, 0, 0.5],
    body: { motion: 1, wy: 20, vx: 0.5 },
  });
  let hash = 0;
  const add = (column, length) => {
    for (const byte of new Uint8Array(column.buffer, 0, length * column.BYTES_PER_ELEMENT)) {
      hash = (Math.imul(hash, 31) + byte) | 0;
    }
  };
  let count = 0;
  for (let step = 0; step < 3; step++) {
    for (const { entity, positions } of sheets) {
      plugin.moveVertices(entity, positions.map((x) => x + 0.04 * (random() - 0.5)));
    }
    plugin.step(1 / 60);
    const { contacts } = plugin;
    count += contacts.count;
    for (const name of ['kind', 'a', 'b', 'featureA', 'featureB', 'time']) add(contacts[name], contacts.count);
    add(contacts.weights, 4 * contacts.count);
    add(contacts.normals, 3 * contacts.count);
  }
  const threads = plugin.workers;
  plugin.dispose();
  return [hash >>> 0, count, threads].join(' ');
})()`;

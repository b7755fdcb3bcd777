/**
 * A program, as text, that asks rigid queries of every kind about crumpled balls that fly at each other, with ./geometry
 * and in a world, and answers with a hash of all numbers that came back. No function is used whose last bit engines may
 * choose.
 */
export const rigidProgram = (sharedMemory: boolean): string => `(async () => {
  const { addEntity, createWorld } = await import('bitecs');
  const { createCollisionPlugin } = await import('first-contact');
  const { distance, initGeometry, proximity, rigidMesh, timeOfContact } = await import('first-contact/geometry');
  await initGeometry({ shared: ${sharedMemory} });
  let state = 12345;
  const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const number = (size) => (2 * next() - 1) * size;
  const vector = (size) => [number(size), number(size), number(size)];
  const unit = (list) => {
    const length = Math.sqrt(list.reduce((sum, x) => sum + x * x, 0));
    return list.map((x) => x / length);
  };
  let hash = 0;
  const note = (numbers) => {
    for (const byte of new Uint8Array(Float64Array.from(numbers).buffer)) hash = (Math.imul(hash, 31) + byte) | 0;
  };
  // An octahedron, each triangle split in four again and again, its corners pushed in and out.
  const soup = (times) => {
    const ends = [[1, 0, 0], [0, 1, 0], [-1, 0, 0], [0, -1, 0]];
    let faces = ends.flatMap((p, i) => [[p, ends[(i + 1) % 4], [0, 0, 1]], [ends[(i + 1) % 4], p, [0, 0, -1]]]);
    const half = (p, q) => unit(p.map((x, k) => x + q[k]));
    for (let i = 0; i < times; i++)
      faces = faces.flatMap(([p, q, r]) => {
        const [a, b, c] = [half(p, q), half(q, r), half(r, p)];
        return [[p, a, c], [a, q, b], [c, b, r], [a, b, c]];
      });
    const positions = faces.flat().flatMap((p) => p.map((x) => x * (1 + 0.2 * Math.abs(((p[0] * 7 + p[1] * 5 + p[2] * 3) % 1)))));
    return { positions, triangles: positions.slice(0, positions.length / 3).map((_, i) => i) };
  };
  const [p, q] = [soup(3), soup(2)];
  const [meshP, meshQ] = [rigidMesh(p.positions, p.triangles), rigidMesh(q.positions, q.triangles)];
  let contacts = 0;
  for (let i = 0; i < 40; i++) {
    const pose = () => ({ position: vector(2.5), rotation: unit([...vector(1), number(1)]) });
    const a = { start: pose(), linear: vector(4), angular: vector(3) };
    const b = i & 1 ? { start: pose(), linear: vector(4), angular: vector(3), pivot: vector(1) } : { start: pose(), end: pose() };
    for (const method of ['earliest-first', 'c2a', 'ca']) {
      const found = timeOfContact(meshP, a, meshQ, b, { method });
      note([found.time, found.tolerance, ...Object.values(found.counts)]);
      if (!('manifold' in found)) continue;
      contacts++;
      for (const point of [found, ...found.manifold]) note([point.distance, ...point.pointA, ...point.normal, point.triangleB]);
    }
    const closest = distance(meshP, a.start, meshQ, b.start);
    note([closest.distance, ...closest.pointA, ...closest.pointB]);
    for (const near of proximity(meshP, a.start, meshQ, b.start, closest.distance + 0.02)) note([near.distance, ...near.pointA]);
  }
  const world = createWorld();
  const plugin = await createCollisionPlugin(world, { maxEntities: 10, sharedMemory: ${sharedMemory}, gravity: [0, 0, 0] });
  const shared = plugin.loadMesh(q);
  for (let i = 0; i < 4; i++) {
    const body = { vx: 40 * (1.5 - i), vy: number(20), wx: number(30), wz: number(30), motion: 1 };
    plugin.addRigidBody(addEntity(world), { mesh: shared, position: [3 * i, 0, 0], body });
  }
  for (let i = 0; i < 20; i++) {
    plugin.step(1 / 60);
    const { count, time, closest } = plugin.impacts;
    contacts += plugin.counters.impacts;
    note([count, ...time.subarray(0, count), ...closest.pointA.subarray(0, 3 * count)]);
  }
  for (const byte of plugin.snapshot()) hash = (Math.imul(hash, 31) + byte) | 0;
  return contacts + ':' + (hash >>> 0);
})()`;

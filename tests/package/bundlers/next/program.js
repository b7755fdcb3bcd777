// What every bundled page does: all parts, two threads, a solid that falls on a cloth, sixty steps.
import { addEntity, createWorld } from 'bitecs';
import { createCollisionPlugin } from 'first-contact';

export async function stepped() {
  const world = createWorld();
  const reports = [];
  const onReport = ({ message }) => reports.push(message);
  const plugin = await createCollisionPlugin(world, { maxEntities: 10, workers: 2, onReport });
  const cloth = addEntity(world);
  const positions = [0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 1];
  plugin.addDeformable(cloth, { positions, triangles: [0, 2, 1, 1, 2, 3], cloth: { pins: [0, 1, 2, 3] } });
  const solid = addEntity(world);
  const corners = [0, 0, 0, 0.2, 0, 0, 0, 0.2, 0, 0, 0, 0.2];
  const faces = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];
  plugin.addRigidBody(solid, { positions: corners, triangles: faces, position: [0.3, 0.5, 0.3] });
  for (let step = 0; step < 60; step++) plugin.step(1 / 60);
  const hits = plugin.raycast({ origin: [0.8, 1, 0.8], direction: [0, -1, 0] });
  if (plugin.workers !== 2) return `one thread: ${reports.join() || 'the page is not isolated'}`;
  const height = plugin.components.RigidBody.py[solid];
  return height > 0 && height < 0.3 && hits[0]?.entity === cloth ? 'stepped' : `height ${height}`;
}

// A fresh app, as somebody's first hour with the package looks: no configuration, a world, a collider, two threads, a step.
import { addEntity, createWorld } from 'bitecs';
import { createCollisionPlugin } from 'first-contact';

const output = document.querySelector('output');
const world = createWorld();
const reports: string[] = [];
const plugin = await createCollisionPlugin(world, {
  workers: 2,
  onReport: ({ message }) => reports.push(message),
});
plugin.addDeformable(addEntity(world), { positions: [0, 0, 0, 1, 0, 0, 0, 0, 1], triangles: [0, 1, 2] });
plugin.step();
const threads = plugin.workers === 1 ? 'one thread' : 'two threads';
if (output)
  output.textContent =
    reports.join() || (plugin.counters.refitted === 1 ? `stepped on ${threads}` : 'nothing');

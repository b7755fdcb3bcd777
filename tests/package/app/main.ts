// A fresh app, as somebody's first hour with the package looks: no configuration, a world, a collider, a step.
import { addEntity, createWorld } from 'bitecs';
import { createCollisionPlugin } from 'first-contact';

const output = document.querySelector('output');
const world = createWorld();
const plugin = await createCollisionPlugin(world);
plugin.addDeformable(addEntity(world), { positions: [0, 0, 0, 1, 0, 0, 0, 0, 1], triangles: [0, 1, 2] });
plugin.step();
if (output) output.textContent = plugin.counters.refitted === 1 ? 'stepped' : 'nothing';

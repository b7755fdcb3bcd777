import { report } from './_time.js';
import { addEntity, createWorld } from 'bitecs';
import { SCENARIOS } from './tunnel/scenarios/index.js';
import { trialOf } from './tunnel/run-engine.js';
import { createCollisionPlugin, MOTION_FIXED, MOTION_DYNAMIC } from '../src/index.js';
const [name, t, seed='1', max='1000'] = process.argv.slice(2);
const scenario = await (SCENARIOS as any)[name]();
const trial = trialOf(scenario, Number(seed), Number(t));
const plugin = await createCollisionPlugin(createWorld(), { maxEntities: 16, gravity: [0, trial.gravity, 0] });
const B = plugin.components.RigidBody;
const es = trial.bodies.map(({ mesh, fixed, position, rotation, linear: [vx,vy,vz], angular: [wx,wy,wz] }: any) => {
  const e = addEntity(plugin.world);
  plugin.addRigidBody(e, { positions: mesh.positions, triangles: mesh.triangles, position, rotation, body: { motion: fixed ? MOTION_FIXED : MOTION_DYNAMIC, mass: mesh.massProperties.mass, ...(fixed ? {} : { vx, vy, vz, wx, wy, wz }) } });
  return e;
});
for (let s = 0; s < Math.min(trial.steps, Number(max)); s++) {
  const t0 = performance.now();
  if (process.env.STAGES) { for (const k of Object.keys(plugin.systems)) { const a=performance.now(); (plugin.systems as any)[k](plugin.world); const d=performance.now()-a; if (d>0.5) console.log('   ',k,d.toFixed(1)); } } else plugin.step(1/60);
  const ms = performance.now() - t0;
  const c = plugin.counters as any;
  console.log(s, ms.toFixed(2), 'touches', c.touches, 'stops', c.stops, 'rounds', c.rounds, 'up', c.givenUp, 'v', es.map((e: number) => Math.hypot(B.vx[e],B.vy[e],B.vz[e]).toFixed(2)+'/'+Math.hypot(B.wx[e],B.wy[e],B.wz[e]).toFixed(1)).join(' '));
}
report();

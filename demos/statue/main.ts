// A bunny breaks a statue that stands in pieces.
import bunny from 'bunny';
import { piecesOf, statueMesh } from '../../scenes/meshes/index.js';
import { meshOf } from '../../scenes/meshes/mesh.js';
import { insetPieces } from '../../scenes/simulated/broken.js';
import { openDemo } from '../shell/demo.js';
import { paint } from '../shell/paint.js';
import { addBody, addFloor, boxInertia } from '../shell/things.js';

const PIECES = 10;
const INSET = 0.05;
const statue = statueMesh({ around: 24, rows: 30, height: 1 });

await openDemo({
  name: 'statue',
  distance: 3.4,
  target: [0, 0.5, 0],
  from: [-1.2, 1.2],
  build(demo) {
    addFloor(demo, 6);
    insetPieces(statue, piecesOf(statue, PIECES, 3), INSET).forEach((piece, i) => {
      const entity = demo.add();
      demo.plugin.addRigidBody(entity, { ...piece, position: [0, 0.004, 0], body: boxInertia(piece, 1) });
      paint(entity, i);
    });
    const size = 0.035;
    const positions = bunny.positions.flat().map((x, i) => size * (x - [0, 4, 0][i % 3]));
    const mesh = demo.plugin.loadMesh(meshOf(positions, bunny.cells.flat()));
    addBody(demo, mesh, 800, { position: [0.9, 0.95, 0.02], body: { vx: -7, vy: 0.6, wz: 2 } });
    demo.plugin.unloadMesh(mesh);
  },
});

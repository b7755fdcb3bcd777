import { observe, onAdd } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { gridMesh } from '../../scenes/meshes/index.js';
import { addSheet, openScene, verticesOf } from '../support/colliders.js';
import { thrownBy } from '../support/thrown.js';

const sheet = gridMesh({ columns: 4, rows: 3 });
// biome-ignore format: a point a column
const triangle = { positions: Float64Array.of(0, 0, 0,  1, 0, 0,  0, 1, 0), triangles: Uint32Array.of(0, 1, 2) };
// biome-ignore format: a point a column
const quad = {
  positions: Float64Array.of(5, 5, 5,  6, 5, 5,  6, 6, 5,  5, 6, 5),
  triangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
};

test('an empty array is refused for its length, not as one that was transferred', async () => {
  const scene = await openScene();
  const cloth = addSheet(scene, sheet);
  const error = thrownBy(() => scene.plugin.moveVertices(cloth, new Float64Array(0)));
  expect(error).toMatchObject({ code: 'START_END_LENGTH', entity: cloth });
});

test('a mesh column that names a mesh with more vertices gives the cloth the vertices of that mesh', async () => {
  const scene = await openScene();
  const { plugin } = scene;
  const cloth = addSheet(scene, triangle);
  plugin.step();
  plugin.components.MeshTopology.mesh[cloth] = plugin.loadMesh(quad, { use: 'deformable' });
  plugin.step();
  expect(verticesOf(scene, cloth)).toEqual(quad.positions);
});

describe('vertices that are moved after another mesh was written to the mesh column', () => {
  async function sceneWithTwo() {
    const scene = await openScene({ gravity: [0, 0, 0] });
    const [large, other] = [addSheet(scene, sheet), addSheet(scene, triangle)];
    scene.plugin.step();
    const mesh = scene.plugin.loadMesh(quad, { use: 'deformable' });
    scene.plugin.components.MeshTopology.mesh[large] = mesh;
    return { scene, large, other };
  }

  test.each([true, false])(
    'are those of that mesh, and none of others (another enters: %s)',
    async (enters) => {
      const { scene, large, other } = await sceneWithTwo();
      const { plugin } = scene;
      if (enters) addSheet(scene, triangle);
      const error = thrownBy(() => plugin.moveVertices(large, sheet.positions));
      expect(error).toMatchObject({ code: 'START_END_LENGTH', entity: large });
      const next = quad.positions.map((value) => value + 1);
      plugin.moveVertices(large, next);
      plugin.step();
      expect(verticesOf(scene, large)).toEqual(next);
      expect(verticesOf(scene, other)).toEqual(triangle.positions);
    },
  );

  test('are resolved as those of that mesh', async () => {
    const { scene, large, other } = await sceneWithTwo();
    const { plugin } = scene;
    const next = [quad.positions.map((value) => value + 1), triangle.positions];
    expect(plugin.resolve([large, other], next).positions[0].length).toBe(quad.positions.length);
    plugin.step();
    expect(verticesOf(scene, large)).toEqual(next[0]);
  });

  test('are refused where that mesh is none', async () => {
    const { scene, large } = await sceneWithTwo();
    const { plugin } = scene;
    plugin.components.MeshTopology.mesh[large] = 99;
    const error = thrownBy(() => plugin.moveVertices(large, sheet.positions));
    expect(error).toMatchObject({ code: 'STALE_MESH', entity: large });
  });

  test("are checked again behind the user's observers", async () => {
    const { scene, large, other } = await sceneWithTwo();
    const { plugin, world } = scene;
    plugin.step();
    const { Bvh, MeshTopology } = plugin.components;
    observe(world, onAdd(Bvh), () => {
      if (MeshTopology.mesh[large] === MeshTopology.mesh[other]) return;
      MeshTopology.mesh[large] = MeshTopology.mesh[other];
      plugin.step();
    });
    addSheet(scene, triangle);
    const moved = quad.positions.map((value) => value + 1);
    const error = thrownBy(() => plugin.moveVertices(large, moved));
    expect(error).toMatchObject({ code: 'START_END_LENGTH', entity: large });
    expect(verticesOf(scene, other)).toEqual(triangle.positions);
  });
});

describe("the wear of a deformable's tree", () => {
  test('is 1 where the tree is a single leaf', async () => {
    const scene = await openScene();
    const cloth = addSheet(scene, triangle);
    scene.plugin.step();
    expect(scene.plugin.components.Bvh.wear[cloth]).toBe(1);
  });

  test('is 1 once the cloth rests, however far its first step took it', async () => {
    const scene = await openScene();
    const cloth = addSheet(scene, sheet);
    scene.plugin.moveVertices(
      cloth,
      sheet.positions.map((value) => value + 100),
    );
    scene.plugin.step();
    scene.plugin.step();
    expect(scene.plugin.components.Bvh.wear[cloth]).toBeCloseTo(1);
  });
});

import { addEntity, createWorld } from 'bitecs';
import { type ClothOptions, type CollisionPlugin, createCollisionPlugin } from '../../../src/index.js';
import { StaticTest } from '../../../tools/conform/simulate/static-test.js';
import { intersections, type Known } from '../../../tools/soak/surfaces.js';

export const DT = 1 / 60;
const GRAVITY = 9.81;
export const CELLS = 6;
export const ROW = CELLS + 1;
export const SIZE = 0.3;

type Vec = readonly [number, number, number];

/** A square of cells that hangs down from its first row, which lies along x; or lies in the plane y, its rows along z. */
export function panel(place: Vec, lies = false, bulge = 0) {
  const positions = new Float64Array(3 * ROW * ROW);
  for (let v = 0; v < ROW * ROW; v++) {
    const along = (SIZE * (v % ROW)) / CELLS;
    const down = (SIZE * Math.floor(v / ROW)) / CELLS;
    positions.set(lies ? [along, 0, down] : [along, -down, bulge * along * (SIZE - along)], 3 * v);
    for (let k = 0; k < 3; k++) positions[3 * v + k] += place[k];
  }
  const triangles: number[] = [];
  for (let j = 0; j < CELLS; j++) {
    for (let i = 0; i < CELLS; i++) {
      const a = j * ROW + i;
      triangles.push(a, a + 1, a + ROW + 1, a, a + ROW + 1, a + ROW);
    }
  }
  return { positions, triangles: Uint32Array.from(triangles) };
}

export const FIRST = Array.from({ length: ROW }, (_, i) => i);
export const LAST = FIRST.map((i) => i + CELLS * ROW);

/** Cuts panels, sews them, and counts what meets. */
export class Tailor {
  readonly known = new Map<number, Known>();
  readonly plugin: CollisionPlugin;

  constructor(plugin: CollisionPlugin) {
    this.plugin = plugin;
  }

  static async open(gravity: Vec = [0, -GRAVITY, 0]): Promise<Tailor> {
    return new Tailor(await createCollisionPlugin(createWorld(), { maxEntities: 40, gravity }));
  }

  add(place: Vec, cloth: ClothOptions = {}, lies = false, bulge = 0): number {
    const entity = addEntity(this.plugin.world);
    const mesh = panel(place, lies, bulge);
    this.plugin.addDeformable(entity, { ...mesh, cloth: { damping: 0, ...cloth } });
    this.know(entity, mesh);
    return entity;
  }

  know(
    entity: number,
    mesh: { positions: Float64Array; triangles: Uint32Array },
    kind: Known['kind'] = 'cloth',
  ): void {
    this.known.set(entity, { kind, ...mesh });
  }

  at(entity: number): Float64Array {
    return this.plugin.readVertices(
      entity,
      new Float64Array(3 * this.plugin.components.MeshTopology.vertexCount[entity]),
    );
  }

  /** The longest of all stitches now. */
  longest(): number {
    const { a, b, count, vertexA, vertexB } = this.plugin.stitches;
    let most = 0;
    for (let i = 0; i < count; i++) {
      const [p, q] = [this.at(a[i]).subarray(3 * vertexA[i]), this.at(b[i]).subarray(3 * vertexB[i])];
      most = Math.max(most, Math.sqrt((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 + (p[2] - q[2]) ** 2));
    }
    return most;
  }

  /** Pairs that meet, as they are and as f32. */
  meetings(): number {
    const solid = intersections(this.plugin, this.known);
    const points: number[] = [];
    const triangles: number[] = [];
    for (const [entity, mesh] of this.known) {
      if (mesh.kind !== 'cloth') continue;
      for (const v of mesh.triangles) triangles.push(v + points.length / 3);
      points.push(...this.at(entity));
    }
    const prescribed = new Uint8Array(points.length / 3);
    return (
      solid +
      new StaticTest(Uint32Array.from(triangles), prescribed.length, { prescribed }).count(
        Float64Array.from(points, Math.fround),
      )
    );
  }

  /** Steps, and how many pairs met after any of them. */
  run(steps: number, each?: () => void): number {
    let met = 0;
    for (let i = 0; i < steps; i++) {
      this.plugin.step(DT);
      met += this.meetings();
      each?.();
    }
    return met;
  }
}

/** A quarter of the mean edge, of which three in ten are diagonals: what surfaces keep by default. */
export const THICKNESS = (0.25 * (0.7 + 0.3 * Math.SQRT2) * SIZE) / CELLS;
export const WEIGHT = 0.2 * SIZE * SIZE * GRAVITY;

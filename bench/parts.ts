import type { Measure } from './report/row.js';

export interface PartOfTable {
  readonly about: string;
  /** About how much processor time it takes, whole and with --quick. */
  readonly seconds: readonly [whole: number, quick: number];
  readonly load: () => Promise<Measure>;
}

/** What the table is made of, in its order: each runs in a process of its own. */
export const PARTS: Readonly<Record<string, PartOfTable>> = {
  elementary: {
    about: 'elementary tests: hard queries, the exact stage, whole scenes',
    seconds: [50, 3],
    load: async () => (await import('./elementary.js')).elementary,
  },
  static: {
    about: 'elementary tests at one instant, thick and curved ones',
    seconds: [5, 2],
    load: async () => (await import('./static.js')).staticTests,
  },
  deformable: {
    about: "ICCD's cloth-ball: stages of a step, every strategy, bytes a triangle",
    seconds: [70, 8],
    load: async () => (await import('./deformable.js')).deformable,
  },
  'papers-deformable': {
    about:
      "ICCD's six scenes with every ablation (Tables I-III, Figure 15), R-Triangles' four (Table 2, Figure 10)",
    seconds: [200, 25],
    load: async () => (await import('./papers-deformable.js')).papersDeformable,
  },
  'papers-rigid': {
    about: "C2A's six: controlled and uncontrolled (Table I, Figure 4), warm starts, links",
    seconds: [40, 8],
    load: async () => (await import('./papers-rigid.js')).papersRigid,
  },
  'papers-cloth': {
    about: "Mezger's scenes, trousers in three sizes (Tables 2-5)",
    seconds: [450, 10],
    load: async () => (await import('./papers-cloth.js')).papersCloth,
  },
  gpu: {
    about: "Quick-CULLIDE's three scenes (Tables 1, 2), where WebGPU runs in Node",
    seconds: [600, 2],
    load: async () => (await import('./gpu.js')).gpu,
  },
  'gpu-encode': {
    about: "how long the page's thread is busy with handing a step's pictures to the GPU",
    seconds: [60, 20],
    load: async () => (await import('./gpu-encode.js')).gpuEncode,
  },
  'rigid-scenes': {
    about: 'rigid bodies that rest, turn and drive each other: whole steps',
    seconds: [40, 3],
    load: async () => (await import('./rigid-scenes.js')).rigidScenes,
  },
  pile: {
    about: "100 gears that fall onto each other and rest, beside Rapier's own meshes",
    seconds: [90, 5],
    load: async () => (await import('./pile.js')).pileOfGears,
  },
  'cloth-scenes': {
    about: "cloth in sizes with targets, and the demos': whole steps",
    seconds: [40, 9],
    load: async () => (await import('./cloth-scenes.js')).clothScenes,
  },
  growth: {
    about: 'time over size from 5K to 250K triangles, with plots',
    seconds: [35, 9],
    load: async () => (await import('./growth.js')).growth,
  },
  workers: {
    about: 'one thread and two',
    seconds: [45, 8],
    load: async () => (await import('./worker-pairs.js')).workerPairs,
  },
  foundation: {
    about: 'start, load times, snapshots',
    seconds: [40, 12],
    load: async () => (await import('./foundation.js')).foundation,
  },
  fracture: {
    about: 'local updates after a tear',
    seconds: [90, 1],
    load: async () => (await import('./fracture.js')).fracture,
  },
  demos: {
    about: 'steps of each demo in Chromium',
    seconds: [90, 40],
    load: async () => (await import('./demos.js')).demos,
  },
  babylon: {
    about: 'what a view costs a frame',
    seconds: [10, 4],
    load: async () => (await import('./babylon.js')).babylon,
  },
  allocations: {
    about: 'bytes that a warmed-up step allocates',
    seconds: [40, 5],
    load: async () => (await import('./allocations.js')).allocations,
  },
  'static-pairs': {
    about: 'distance and intersection of static meshes, beside three-mesh-bvh',
    seconds: [120, 10],
    load: async () => (await import('./peers/static-pairs.js')).staticPairs,
  },
  engines: {
    about: 'the same fast rings and knots in Rapier, Jolt, Havok, PhysX and cannon-es',
    seconds: [70, 15],
    load: async () => (await import('./peers/tunnelling.js')).tunnelling,
  },
};

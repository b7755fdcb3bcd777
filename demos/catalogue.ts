// Every demo that exists, in the order of the gallery, a group behind the other. A test compares this list with the folders.

/** Their titles in the gallery, in its order. */
export const GROUPS = {
  bodies: 'Rigid bodies of any shape',
  cloth: 'Cloth, and what folds',
  breaking: 'What tears and breaks',
  use: 'Your own, and how it works',
} as const;

export type Group = keyof typeof GROUPS;

export interface Demo {
  /** The folder below demos/. It holds index.html, main.ts and picture.svg. */
  readonly name: string;
  readonly group: Group;
  readonly title: string;
  /** One or two sentences: what there is to see. */
  readonly summary: string;
  /** After how many steps its picture is taken, a multiple of 30; 60 unless given. */
  readonly pictureAfter?: number;
  /** Its picture has the counts in it. */
  readonly isLabelled?: boolean;
  /** Its steps are made beside the page, and take longer than a frame: `demo.step` is not there. */
  readonly isRecorded?: boolean;
}

export const demos: readonly Demo[] = [
  {
    name: 'linked-rings',
    group: 'bodies',
    title: 'Linked rings',
    summary:
      'Two chains of the same rings are shaken: in first-contact they stay linked, in plain Rapier they come apart.',
    pictureAfter: 240,
    isLabelled: true,
  },
  {
    name: 'gears',
    group: 'bodies',
    title: 'Gears and a chain hoist',
    summary:
      'Gears turn each other by their teeth alone, and the last one winds a chain with a weight up on its drum.',
    pictureAfter: 120,
  },
  {
    name: 'bolt-and-nut',
    group: 'bodies',
    title: 'Bolt and nut',
    summary: 'A nut runs down a thread by its weight. Both are triangles, nothing else.',
  },
  {
    name: 'torus-knots',
    group: 'bodies',
    title: 'Torus knots at 100 m/s',
    summary: 'They cross more than their own length in a step, in a box with walls of paper.',
  },
  {
    name: 'bunny-pile',
    group: 'bodies',
    title: 'A pile of bunnies',
    summary: 'Concave bunnies fall into a bowl, ears between ears.',
  },
  {
    name: 'balls',
    group: 'bodies',
    title: '425 balls',
    summary: 'A closed box full of elastic balls that nobody knows to be balls.',
  },
  {
    name: 'cloth-on-ball',
    group: 'cloth',
    title: 'Cloth on a turning ball',
    summary:
      'A ball turns and takes the cloth that lies on it along. It swings out and folds, and no part of it passes another.',
  },
  {
    name: 'recorded-cloth',
    group: 'cloth',
    title: 'A cloth of 92,000 triangles',
    summary:
      'It falls on a ball that turns and winds it up: recorded beside the page, as fast as steps can be made, and played at 60 a second.',
    pictureAfter: 30,
    isRecorded: true,
  },
  {
    name: 'skirt',
    group: 'cloth',
    title: 'A skirt on a dancer',
    summary: 'Pinned to the waist of a body that sways and turns, a skirt swings and folds.',
  },
  {
    name: 'ruffles',
    group: 'cloth',
    title: 'Layered ruffles',
    summary: 'A dress form turns, and its rows of ruffles swing, fold and lie on each other.',
  },
  {
    name: 'leaves',
    group: 'cloth',
    title: 'Leaves fall through a tree',
    summary: 'Leaves bend over twigs, slide off them, and come to lie on each other.',
  },
  {
    name: 'tape',
    group: 'cloth',
    title: 'Tape',
    summary: 'A metre of tape falls upright on the floor and folds up on itself.',
  },
  {
    name: 'tearing',
    group: 'breaking',
    title: 'Cloth that tears',
    summary: 'A ball flies through sheets. What is stretched too far tears, and comes off in pieces.',
  },
  {
    name: 'letters',
    group: 'breaking',
    title: 'Letters in a bowl',
    summary: 'Cracked letters fall into a bowl, hook into each other, and break.',
  },
  {
    name: 'statue',
    group: 'breaking',
    title: 'A statue, broken by a bunny',
    summary: 'A bunny of stone falls on a hollow statue, and its concave shards fall with it.',
    pictureAfter: 30,
  },
  {
    name: 'your-mesh',
    group: 'use',
    title: 'Your own mesh',
    summary: 'Drop a glTF file on the picture: its triangles fall as they are.',
  },
  {
    name: 'passage',
    group: 'use',
    title: 'A way out',
    summary:
      'A bent piece leaves a box by a narrow slot. Every motion that the search tries is certified from end to end.',
  },
  {
    name: 'plain-babylon',
    group: 'use',
    title: 'Babylon, without an ECS',
    summary: 'Babylon’s own physics bodies and shapes, with this package underneath.',
  },
  {
    name: 'culling',
    group: 'use',
    title: 'Culling by pictures',
    summary: 'Pictures show that most of what boxes call near is apart. See which pairs they drop.',
  },
  {
    name: 'first-steps',
    group: 'use',
    title: 'First steps',
    summary:
      'A cloth and a ball as entities of a bitECS world, and the boxes that hold all they sweep in a step. Refine it, count its cost.',
  },
];

export function demoNamed(name: string): Demo {
  const demo = demos.find((candidate) => candidate.name === name);
  if (!demo) throw new Error(`There is no demo "${name}" in demos/catalogue.ts. Add it there.`);
  return demo;
}

/** The one behind it, and the first behind the last. */
export function demoAfter(demo: Demo): Demo {
  return demos[(demos.indexOf(demo) + 1) % demos.length];
}

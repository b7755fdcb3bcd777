// Every demo that exists, in the order of the gallery. A test compares this list with the folders.

export interface Demo {
  /** The folder below demos/. It holds index.html, main.ts and picture.svg. */
  readonly name: string;
  readonly title: string;
  /** One or two sentences: what there is to see. */
  readonly summary: string;
}

export const demos: readonly Demo[] = [
  {
    name: 'first-steps',
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

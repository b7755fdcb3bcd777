import type { Scenario } from '../scenario.js';
import { bowl } from './bowl.js';
import { knots } from './knots.js';
import { links, linksfix, spin, thin } from './rings.js';

/** By name; some need a package. */
export const SCENARIOS: Readonly<Record<string, () => Scenario | Promise<Scenario>>> = {
  links: () => links,
  spin: () => spin,
  linksfix: () => linksfix,
  knots: () => knots,
  bowl,
  thin: () => thin,
};

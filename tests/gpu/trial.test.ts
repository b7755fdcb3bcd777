// Automatic culling is kept where steps become shorter by it, and only there.
import { expect, test } from 'vitest';
import { Trial } from '../../src/visibility/trial.js';
import { random } from '../support/random.js';

/** In how many of so many steps it is on, where a step takes so long with it and without it, and one of ten takes far longer. */
function stepsOn(count: number, withIt: number, withoutIt: number): number {
  const trial = new Trial();
  const next = random(5);
  let on = 0;
  for (let step = 0; step < count; step++) {
    if (trial.isOn) on++;
    const noise = next() < 0.1 ? 50 : next();
    trial.note((trial.isOn ? withIt : withoutIt) + noise);
  }
  return on;
}

const TRIED = 11;
const ROUND = 2 * TRIED + 240;

test('where it pays it is off while that is found out, and on otherwise', () => {
  expect(stepsOn(10 * ROUND, 5, 8)).toBe(10 * (ROUND - TRIED));
});

test('where it does not, it is tried from time to time', () => {
  expect(stepsOn(10 * ROUND, 8, 5)).toBe(10 * TRIED);
});

test('the first two steps after a change do not count', () => {
  const trial = new Trial();
  for (let step = 0; step < TRIED; step++) trial.note(5);
  // with these two, the middle one would be a 4
  for (const took of [1, 1, 4, 6, 4, 6, 4, 6, 4, 6, 6]) trial.note(took);
  expect(trial.isOn).toBe(true);
});

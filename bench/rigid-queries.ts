import {
  type RigidMesh,
  type RigidMotion,
  type TimeOfContactOptions,
  timeOfContact,
} from '../src/geometry/index.js';
import { processorTimeSince as milliseconds } from './measure.js';

/** What two bodies do in a step. */
export type Approach = readonly [a: RigidMotion, b: RigidMotion];

/** Asks all of them, again and again: processor time of one, and what was found. */
export function timesOfContact(
  a: RigidMesh,
  b: RigidMesh,
  approaches: readonly Approach[],
  optionsOf: (i: number) => TimeOfContactOptions,
) {
  const ask = () => approaches.map(([ofA, ofB], i) => timeOfContact(a, ofA, b, ofB, optionsOf(i)));
  const results = ask();
  const start = process.cpuUsage();
  let runs = 0;
  do {
    ask();
    runs++;
  } while (milliseconds(start) < 300);
  return {
    ms: milliseconds(start) / runs / approaches.length,
    times: results.map(({ time }) => time),
    frontNodes: results.reduce((sum, { counts }) => sum + counts.frontNodes, 0),
    doMeet: results.map(({ state }) => state === 'contact'),
  };
}

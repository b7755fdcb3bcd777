import { ASK, COMMAND_WORDS, DRAW, type VisibilityBatch, type VisibilityPass } from './backend.js';
import {
  CUT_WORDS,
  CUTS,
  FOOTPRINT_CUTS,
  FOOTPRINT_FAR,
  FOOTPRINT_NEAR,
  FOOTPRINT_WORDS,
} from './footprint.js';
import { DEPTH_LEVELS } from './frame.js';

/** Asks of a pass that have known answers: two at its beginning, two at its end. */
export const CANARIES = 4;
const CANARY_FOOTPRINTS = 6;
const MIDDLE = DEPTH_LEVELS / 2;

interface OpenPass {
  commands: Uint32Array;
  commandCount: number;
  askCount: number;
}

/**
 * Writes batches of passes. Around each pass it puts asks whose answers are known, in a corner that no cluster covers:
 * an answer that is always zero, always one or read too early shows there.
 */
export class PassWriter {
  footprints = new Int32Array(FOOTPRINT_WORDS * 64);
  footprintCount = 0;
  #passes: OpenPass[] = [];
  #passCount = 0;

  begin(size: number): void {
    this.#passCount = 0;
    this.footprintCount = 0;
    for (const corner of [0, size - 1]) {
      this.#writeCanary(corner, MIDDLE);
      this.#writeCanary(corner, MIDDLE + 1);
      this.#writeCanary(corner, MIDDLE - 1);
    }
  }

  /** The word where the next footprint may be written; it counts once `advance` was called. */
  room(): number {
    const at = this.footprintCount * FOOTPRINT_WORDS;
    if (at + FOOTPRINT_WORDS > this.footprints.length) {
      const grown = new Int32Array(this.footprints.length * 2);
      grown.set(this.footprints);
      this.footprints = grown;
    }
    return at;
  }

  /** Returns the number of the footprint that was written at `room()`. */
  advance(): number {
    return this.footprintCount++;
  }

  beginPass(): void {
    if (this.#passCount === this.#passes.length) {
      this.#passes.push({ commands: new Uint32Array(COMMAND_WORDS * 64), commandCount: 0, askCount: 0 });
    }
    const pass = this.#passes[this.#passCount++];
    pass.commandCount = 0;
    pass.askCount = 0;
    this.#canaries(0);
  }

  endPass(): void {
    this.#canaries(CANARY_FOOTPRINTS / 2);
  }

  draw(first: number, count: number): void {
    this.#command(DRAW, first, count);
  }

  /** Returns the number of the ask within its pass, the canaries left out. */
  ask(first: number, count: number): number {
    this.#command(ASK, first, count);
    return this.#passes[this.#passCount - 1].askCount++ - CANARIES / 2;
  }

  batch(): VisibilityBatch {
    const { footprints, footprintCount } = this;
    return { footprints, footprintCount, passes: this.#passes.slice(0, this.#passCount) };
  }

  #canaries(first: number): void {
    this.#command(DRAW, first, 1);
    const pass = this.#passes[this.#passCount - 1];
    this.#command(ASK, first + 1, 1);
    this.#command(ASK, first + 2, 1);
    pass.askCount += 2;
  }

  #command(what: number, first: number, count: number): void {
    const pass = this.#passes[this.#passCount - 1];
    const at = pass.commandCount++ * COMMAND_WORDS;
    if (at === pass.commands.length) {
      const grown = new Uint32Array(pass.commands.length * 2);
      grown.set(pass.commands);
      pass.commands = grown;
    }
    pass.commands[at] = what;
    pass.commands[at + 1] = first;
    pass.commands[at + 2] = count;
  }

  /** One pixel, at one depth. */
  #writeCanary(pixel: number, depth: number): void {
    const at = this.room();
    this.footprints.fill(0, at, at + FOOTPRINT_WORDS);
    this.footprints.set([pixel, pixel, pixel + 1, pixel + 1], at);
    for (let cut = 0; cut < CUTS; cut++) this.footprints[at + FOOTPRINT_CUTS + cut * CUT_WORDS + 2] = 0;
    this.footprints[at + FOOTPRINT_NEAR] = depth;
    this.footprints[at + FOOTPRINT_FAR] = depth;
    this.advance();
  }
}

/** Answers of the passes without their canaries, or what a canary showed to be wrong. */
export function withoutCanaries(
  passes: readonly VisibilityPass[],
  seen: Uint8Array,
): Uint8Array[] | undefined {
  const answers: Uint8Array[] = [];
  let at = 0;
  for (const { askCount } of passes) {
    const own = seen.subarray(at, at + askCount);
    at += askCount;
    if (own.length < askCount) return undefined;
    const [passed, failed] = own;
    if (passed === 0 || failed !== 0 || own[askCount - 2] === 0 || own[askCount - 1] !== 0) return undefined;
    answers.push(own.subarray(CANARIES / 2, askCount - CANARIES / 2));
  }
  return at === seen.length ? answers : undefined;
}

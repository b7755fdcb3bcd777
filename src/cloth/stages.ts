import type { Crew } from '../crew/crew.js';
import { CLOTH_STAGE } from '../crew/job-kinds.js';
import type { Core } from '../memory/open.js';
import { doPart, END, FIRST, FULL, OUT, STAGE, WORLD } from './stage-parts.js';

/** Room for lists. */
export interface Room {
  first: number;
  full: number;
}

const NO_ROOM: Readonly<Room> = { first: 0, full: 0 };

/** Begins a job. Where memory is too short for what the worker finds, one thread does it. */
function hasRoom(crew: Crew): boolean {
  try {
    crew.begin();
    return true;
  } catch {
    return false;
  }
}

/**
 * Does the parts of a stage of a cloth step, on two threads where there are two and it is worth it. The parts are the same, and so are the bits:
 * none reads what another one writes.
 */
export class Stages {
  /**
   * Whether the worker was lost while it had a part, which may be done by half, or still be written to: what the step came to is of no use then,
   * and the memory that it worked on belongs to nobody until the worker has ended.
   */
  wasLost = false;
  readonly #core: Core;
  readonly #crew: Crew | undefined;
  #stage = 0;
  #world = 0;
  #first = 0;
  #end = 0;
  #room = NO_ROOM;

  constructor(core: Core, crew: Crew | undefined) {
    this.#core = core;
    this.#crew = crew;
  }

  /** Parts `first` to before `end` of a stage. `mine`, `other`: room for the lists of either thread. */
  run(
    stage: number,
    world: number,
    first: number,
    end: number,
    isWorthSharing: boolean,
    mine: Readonly<Room> = NO_ROOM,
    other: Readonly<Room> = NO_ROOM,
  ): void {
    this.#stage = stage;
    this.#world = world;
    this.#first = first;
    this.#end = end;
    this.#room = mine;
    const crew = this.#crew;
    if (crew === undefined || !isWorthSharing || end - first < 2 || crew.isLost || !hasRoom(crew)) {
      this.#alone();
      return;
    }
    crew.tell(STAGE, stage);
    crew.tell(WORLD, world);
    crew.tell(FIRST, first);
    crew.tell(END, end);
    crew.tell(OUT, other.first);
    crew.tell(FULL, other.full);
    if (!crew.share(CLOTH_STAGE, this.#together)) this.wasLost = true;
  }

  #alone(): void {
    let out = this.#room.first;
    for (let part = this.#first; part < this.#end; part++) out = this.#do(part, out);
  }

  // From the front, and the worker from behind (stage-parts.ts): neighbours stay with one thread, and in its cache, from stage to stage.
  readonly #together = (): void => {
    const crew = this.#crew as Crew;
    const count = this.#end - this.#first;
    let out = this.#room.first;
    for (let part = this.#first; crew.takePart() < count; part++) out = this.#do(part, out);
  };

  #do(part: number, out: number): number {
    return doPart(this.#core.kernels, this.#stage, this.#world, part, out, this.#room.full);
  }
}

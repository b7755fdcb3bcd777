import type { VisibilityBackend } from '../visibility/backend.js';
import { ChosenSweep } from '../visibility/chosen-sweep.js';
import { ClusterPairs } from '../visibility/cluster-pairs.js';
import { type CullingResult, PairFacts } from '../visibility/pair-facts.js';
import type { RawTriangles } from '../visibility/raw-triangles.js';
import { BOX_NUMBERS, SweptClusters } from '../visibility/swept-clusters.js';
import { Trial } from '../visibility/trial.js';
import { DEFAULT_VIEWS } from '../visibility/view.js';
import type { ClusterVisit, OcclusionFacts, StepContext } from './context.js';
import { DrawnBodies, isMovedByContacts } from './drawn-bodies.js';
import { NotedWays } from './noted-ways.js';

type LossyOcclusion = typeof import('./lossy-occlusion.js');

/** Longest wait, in steps, before a backend that gave no answer is asked again. */
const LONGEST_WAIT = 64;

/** Entities have 24 bits: two are one number that is exact. */
const KEY = 2 ** 24;

/** Facts about bodies in a step: which pairs of them have clusters that may touch. */
interface Facts {
  /** Step that the facts are about, and the colliders that there were. */
  readonly step: number;
  readonly version: number;
  /** What the clusters were taken to sweep; the pads are in their `reach`. */
  readonly clusters: SweptClusters;
  readonly bodies: DrawnBodies;
  /** Whether the two were asked about: of others nothing is known, whatever the broad phase may admit later. */
  readonly isAskedAbout: (a: number, b: number) => boolean;
  readonly open: ReadonlySet<number>;
  /** Of the clusters; empty where no picture was needed. */
  readonly classes: Uint8Array;
  /** LOSSY: of deformables, by entity. */
  readonly selfSets: ReadonlyMap<number, Uint8Array>;
}

/**
 * What the visibility backend knows of the step in progress: facts of the step itself, which `stepAsync` waits for, or
 * facts about padded volumes that were asked for at the end of the step before.
 */
export class Occlusion implements OcclusionFacts {
  faults = 0;
  readonly #backend: VisibilityBackend;
  readonly #lossy: LossyOcclusion | undefined;
  readonly #facts = new PairFacts();
  readonly #pairs = new ClusterPairs();
  readonly #sweep = new ChosenSweep();
  readonly #now = new SweptClusters();
  readonly #stayed = new Set<number>();
  /** Of those that contacts may push aside. */
  readonly #ways = new NotedWays();
  /** Whether bodies are drawn that leave it to us. */
  readonly #automatic = new Trial();
  #known: Facts | undefined;
  /** The ask in progress. */
  #asking: Promise<void> | undefined;
  #exactStep = -1;
  #isClosed = false;
  #wait = 0;
  #nextWait = 1;

  /** With what asks in the papers' own ways, where the backend is to. */
  constructor(backend: VisibilityBackend, lossy: LossyOcclusion | undefined) {
    this.#backend = backend;
    this.#lossy = lossy;
  }

  async ask(context: StepContext): Promise<void> {
    const { pairs, clock } = context;
    this.#exactStep = clock.step;
    // Facts that were asked for ahead are of no use when those of the step itself are to be had.
    await this.#asking;
    const allowed = new Set<number>();
    for (let i = 0; i < pairs.count; i++) allowed.add(keyOf(pairs.a[i], pairs.b[i]));
    await this.#start(context, clock.step, 0, (a, b) => allowed.has(keyOf(a, b)));
  }

  askAhead(context: StepContext): void {
    // Who waits for facts of this step will wait for those of the next one.
    if (this.#exactStep === context.clock.step || this.#asking !== undefined) return;
    void this.#start(context, context.clock.step + 1, 1, () => true);
  }

  took(milliseconds: number): void {
    this.#automatic.note(milliseconds);
  }

  close(): void {
    this.#isClosed = true;
  }

  begin(context: StepContext): void {
    this.#stayed.clear();
    this.#ways.clear();
    const known = this.#known;
    if (known === undefined) return;
    if (known.step !== context.clock.step || known.version !== context.colliders.version) {
      this.#known = undefined;
      return;
    }
    const now = this.#now;
    known.bodies.gather(context, now, 0);
    known.bodies.forEach((entity, first, end) => {
      if (!isInside(now, known.clusters, first, end)) return;
      this.#stayed.add(entity);
      if (isMovedByContacts(context, entity)) this.#ways.note(context, entity);
    });
  }

  forEachCluster(visit: ClusterVisit): void {
    const known = this.#known;
    if (known === undefined) return;
    for (let k = 0; k < known.classes.length; k++)
      visit(known.classes[k], known.clusters.boxes, BOX_NUMBERS * k);
  }

  selfSet(entity: number): Uint8Array | undefined {
    return this.#known?.selfSets.get(entity);
  }

  mayTouch(a: number, b: number): boolean {
    return this.#ways.has(a) || this.#ways.has(b) || this.#mayMeet(a, b);
  }

  mayMeetOnTheirWays(context: StepContext, a: number, b: number): boolean {
    return !this.#ways.areSame(context, a) || !this.#ways.areSame(context, b) || this.#mayMeet(a, b);
  }

  #mayMeet(a: number, b: number): boolean {
    const known = this.#known;
    if (known === undefined || !this.#stayed.has(a) || !this.#stayed.has(b)) return true;
    return !known.isAskedAbout(a, b) || known.open.has(keyOf(a, b));
  }

  #start(
    context: StepContext,
    step: number,
    stepsAhead: 0 | 1,
    mayTouch: (a: number, b: number) => boolean,
  ): Promise<void> {
    if (this.#isClosed || this.#wait-- > 0) return Promise.resolve();
    this.#asking = this.#ask(context, step, stepsAhead, mayTouch)
      .catch((error: unknown) => this.#tell(error instanceof Error ? error.message : String(error)))
      .finally(() => {
        this.#asking = undefined;
      });
    return this.#asking;
  }

  async #ask(
    context: StepContext,
    step: number,
    stepsAhead: 0 | 1,
    mayTouch: (a: number, b: number) => boolean,
  ): Promise<void> {
    const bodies = new DrawnBodies(context, this.#automatic.isOn);
    if (bodies.count < (this.#backend.lossy?.selfCollision ? 1 : 2)) return;
    const clusters = new SweptClusters();
    bodies.gather(context, clusters, stepsAhead);
    if (!clusters.areBounded())
      return this.#tell('a body, with its tolerance, reaches farther than any picture');
    const entityOf = (object: number) => bodies.entities[object];
    const { version } = context.colliders;
    let classes = new Uint8Array(0);
    // What is read of the bodies is read before anything is waited for: they go on.
    const raw = this.#lossy?.rawOf(this.#backend, bodies.placed(context, stepsAhead));
    const meshes =
      this.#lossy?.selfMeshesOf(this.#backend, context, bodies.placed(context, stepsAhead)) ?? [];
    const mayMeet = (a: number, b: number) => mayTouch(entityOf(a), entityOf(b));
    await this.#sweep.find(this.#backend, clusters, mayMeet, this.#pairs);
    // What sweep and prune left nothing of needs no picture.
    if (this.#pairs.count > 0) {
      const { problem } = await this.#cull(clusters, raw);
      if (this.#isClosed) return;
      this.#tell(problem);
      if (problem !== undefined) return;
      classes = this.#facts.classes;
    }
    const selfSets = new Map<number, Uint8Array>();
    for (const mesh of meshes) {
      const { problem, isIn } = await mesh.ask(this.#backend);
      if (this.#isClosed) return;
      this.#tell(problem);
      if (problem !== undefined) return;
      selfSets.set(mesh.entity, isIn);
    }
    const open = new Set<number>();
    const { a, b, count, apart } = this.#pairs;
    for (let i = 0; i < count; i++) {
      if (apart[i] === 0) open.add(keyOf(entityOf(clusters.object[a[i]]), entityOf(clusters.object[b[i]])));
    }
    this.#known = { step, version, clusters, bodies, isAskedAbout: mayTouch, open, classes, selfSets };
  }

  #cull(clusters: SweptClusters, raw: RawTriangles | undefined): Promise<CullingResult> {
    if (raw !== undefined && this.#lossy !== undefined)
      return this.#lossy.cullRaw(this.#backend, clusters, raw, this.#pairs);
    return this.#facts.cull(this.#backend, clusters, this.#pairs, {
      views: this.#backend.views ?? DEFAULT_VIEWS,
      groups: clusters.object,
      startsWithObjects: true,
    });
  }

  /** One warning where answers stop coming; then it is tried again, less and less often, until they come. */
  #tell(problem: string | undefined): void {
    if (this.#isClosed) return;
    if (problem === undefined) {
      this.#nextWait = 1;
      return;
    }
    if (this.#nextWait === 1) {
      console.warn(
        `first-contact: GPU culling with ${this.#backend.name} gave no answer: ${problem}. No contact is lost: ` +
          'nothing is culled until answers come again.',
      );
    }
    this.faults++;
    this.#wait = this.#nextWait;
    this.#nextWait = Math.min(2 * this.#nextWait, LONGEST_WAIT);
  }
}

function keyOf(a: number, b: number): number {
  return a < b ? a * KEY + b : b * KEY + a;
}

/** Whether the clusters from `first` to `end` sweep nothing that they were not taken to sweep. */
function isInside(now: SweptClusters, taken: SweptClusters, first: number, end: number): boolean {
  for (let k = first; k < end; k++) {
    if (now.first[k + 1] !== taken.first[k + 1]) return false;
    const room = taken.reach[k] - now.reach[k];
    for (let p = now.first[k] * 3; p < now.first[k + 1] * 3; p += 3) {
      const x = now.points[p] - taken.points[p];
      const y = now.points[p + 1] - taken.points[p + 1];
      const z = now.points[p + 2] - taken.points[p + 2];
      if (!(Math.sqrt(x * x + y * y + z * z) <= room)) return false;
    }
  }
  return true;
}

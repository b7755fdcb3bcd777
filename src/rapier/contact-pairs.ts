/** One of our colliders touches one of Rapier's own; or two of Rapier's own touch. */
export interface Pair {
  /** Whose the first collider is; 0 where it is Rapier's own. */
  readonly entity: number;
  /** Ours, or the smaller handle. */
  readonly first: number;
  readonly second: number;
  /** The second, or what it stands for: kept, since that may be gone when the contact ends. */
  readonly told: number;
  /** Impulses of the step, and where they were closest when they were found to be so last: when it ended, or they began. */
  impulse: number;
  readonly point: Float64Array;
  readonly normal: Float64Array;
  /** They do not touch any more; they did in this step. */
  ended: boolean;
  /** Two of Rapier's own that rested when they were looked at last: they are where they were. */
  rested: boolean;
}

/** What a snapshot has of each. */
const NUMBERS = 10;

/** Pairs by the handles of both, in the order in which they began. */
export class ContactPairs {
  readonly #byFirst = new Map<number, Map<number, Pair>>();

  get(first: number, second: number): Pair | undefined {
    return this.#byFirst.get(first)?.get(second);
  }

  add(entity: number, first: number, second: number, told: number): Pair {
    const others = this.#byFirst.get(first) ?? new Map<number, Pair>();
    this.#byFirst.set(first, others);
    const [point, normal] = [unknown(), unknown()];
    const pair = { entity, first, second, told, impulse: 0, point, normal, ended: false, rested: false };
    others.set(second, pair);
    return pair;
  }

  /** Without an empty list left behind: a restored table is in the same order. */
  delete({ first, second }: Pair): void {
    const others = this.#byFirst.get(first);
    others?.delete(second);
    if (others?.size === 0) this.#byFirst.delete(first);
  }

  /** All that have it as their first. */
  deleteAll(first: number): void {
    this.#byFirst.delete(first);
  }

  /** Whether one that goes on was told under the same names. */
  isTold({ first, told }: Pair): boolean {
    for (const pair of this.#byFirst.get(first)?.values() ?? [])
      if (pair.told === told && !pair.ended) return true;
    return false;
  }

  forEach(visit: (pair: Pair) => void): void {
    for (const others of this.#byFirst.values()) for (const pair of others.values()) visit(pair);
  }

  /** Numbers for a snapshot. */
  save(): number[] {
    const numbers: number[] = [];
    this.forEach(({ entity, first, second, told, point, normal }) => {
      numbers.push(entity, first, second, told, ...point, ...normal);
    });
    return numbers;
  }

  restore(saved: readonly number[]): void {
    this.#byFirst.clear();
    for (let i = 0; i < saved.length; i += NUMBERS) {
      const [entity, first, second, told, ...rest] = saved.slice(i, i + NUMBERS);
      const pair = this.add(entity, first, second, told);
      pair.point.set(rest.slice(0, 3));
      pair.normal.set(rest.slice(3));
    }
  }
}

const unknown = () => new Float64Array(3).fill(Number.NaN);

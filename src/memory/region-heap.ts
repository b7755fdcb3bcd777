/** "No such region." */
export const NO_REGION = -1;

const BIN_COUNT = 32;

type Copy = (to: number, from: number, bytes: number) => void;

/**
 * An address space cut into regions, live ones and holes, kept in address order. It knows numbers only: the arena owns
 * the bytes. A region is named by an index that stays the same when the region moves.
 *
 * Holes are found through bins of doubling size and merge with their neighbours, so that live data stays dense without
 * moving; what is left is closed by `compact`, a bounded amount at a time.
 */
export class RegionHeap {
  /** First byte behind the last live region. */
  top: number;
  liveBytes = 0;

  readonly #start: number;
  readonly #alignment: number;
  readonly #address: number[] = [];
  readonly #bytes: number[] = [];
  readonly #below: number[] = [];
  readonly #above: number[] = [];
  readonly #live: boolean[] = [];
  readonly #binPrevious: number[] = [];
  readonly #binNext: number[] = [];
  readonly #bins: number[] = new Array(BIN_COUNT).fill(NO_REGION);
  readonly #unused: number[] = [];
  #lowest = NO_REGION;
  #highest = NO_REGION;
  /** Compaction: below this region there is no hole. */
  #scanned = NO_REGION;

  constructor(start: number, alignment: number) {
    this.#alignment = alignment;
    this.#start = this.#aligned(start);
    this.top = this.#start;
  }

  /** Share of the used address space that holds nothing. */
  get fragmentation(): number {
    const used = this.top - this.#start;
    return used === 0 ? 0 : 1 - this.liveBytes / used;
  }

  address(region: number): number {
    return this.#address[region];
  }

  bytes(region: number): number {
    return this.#bytes[region];
  }

  /** A region of at least `bytes`, or NO_REGION where it would end behind `limit`: then nothing has changed. */
  allocate(bytes: number, limit: number): number {
    const size = this.#aligned(Math.max(bytes, 1));
    const hole = this.#bestHole(size);
    if (hole !== NO_REGION) return this.#takeHole(hole, size);
    if (this.top + size > limit) return NO_REGION;
    const region = this.#insertAbove(this.#highest, this.top, size);
    this.top += size;
    this.#live[region] = true;
    this.liveBytes += size;
    return region;
  }

  /** What `top` would become if `bytes` more were put at the end. */
  topAfter(bytes: number): number {
    return this.top + this.#aligned(Math.max(bytes, 1));
  }

  release(region: number): void {
    this.liveBytes -= this.#bytes[region];
    this.#live[region] = false;
    this.#addToBin(region);
    this.#mergeWithAbove(region);
    const below = this.#below[region];
    if (below !== NO_REGION && !this.#live[below]) this.#mergeWithAbove(below);
    this.#dropHoleAtTop();
  }

  /**
   * Moves live regions down into holes until `wanted` fragmentation is reached or about `budget` bytes were copied.
   * Returns the bytes copied. `copy` is told each move and must allow overlap.
   */
  compact(wanted: number, budget: number, copy: Copy): number {
    let copied = 0;
    this.#scanned = this.#lowest;
    while (copied < budget && this.fragmentation > wanted) {
      const last = this.#highest;
      const hole = this.#bestHole(this.#bytes[last]);
      copied += hole === NO_REGION ? this.#slideIntoLowestHole(copy) : this.#moveIntoHole(last, hole, copy);
    }
    return copied;
  }

  #aligned(bytes: number): number {
    return Math.ceil(bytes / this.#alignment) * this.#alignment;
  }

  #bestHole(size: number): number {
    for (let bin = binOf(size); bin < BIN_COUNT; bin++) {
      let best = NO_REGION;
      for (let hole = this.#bins[bin]; hole !== NO_REGION; hole = this.#binNext[hole]) {
        const bytes = this.#bytes[hole];
        if (bytes === size) return hole;
        if (bytes > size && (best === NO_REGION || bytes < this.#bytes[best])) best = hole;
      }
      if (best !== NO_REGION) return best;
    }
    return NO_REGION;
  }

  #takeHole(hole: number, size: number): number {
    this.#removeFromBin(hole);
    const rest = this.#bytes[hole] - size;
    this.#bytes[hole] = size;
    this.#live[hole] = true;
    this.liveBytes += size;
    if (rest > 0) this.#addToBin(this.#insertAbove(hole, this.#address[hole] + size, rest));
    return hole;
  }

  /** Moves `region` (the highest) into `hole`; the region's index stays, the hole's index now names its old place. */
  #moveIntoHole(region: number, hole: number, copy: Copy): number {
    const size = this.#bytes[region];
    const taken = this.#takeHole(hole, size);
    copy(this.#address[taken], this.#address[region], size);
    this.#swapPlaces(region, taken);
    if (this.#scanned === taken) this.#scanned = region;
    this.release(taken);
    return size;
  }

  /** Two regions of one size, not next to each other or `b` right below `a`. */
  #swapPlaces(a: number, b: number): void {
    const address = this.#address[a];
    this.#address[a] = this.#address[b];
    this.#address[b] = address;
    if (this.#above[b] === a) {
      this.#swapNeighbours(b, a);
      return;
    }
    const [belowA, aboveA] = [this.#below[a], this.#above[a]];
    const [belowB, aboveB] = [this.#below[b], this.#above[b]];
    this.#link(belowB, a);
    this.#link(a, aboveB);
    this.#link(belowA, b);
    this.#link(b, aboveA);
  }

  #swapNeighbours(low: number, high: number): void {
    const [below, above] = [this.#below[low], this.#above[high]];
    this.#link(below, high);
    this.#link(high, low);
    this.#link(low, above);
  }

  #slideIntoLowestHole(copy: Copy): number {
    let hole = this.#scanned;
    while (this.#live[hole]) hole = this.#above[hole];
    this.#scanned = hole;
    const region = this.#above[hole];
    const size = this.#bytes[region];
    const to = this.#address[hole];
    copy(to, this.#address[region], size);
    this.#removeFromBin(hole);
    this.#swapNeighbours(hole, region);
    this.#address[region] = to;
    this.#address[hole] = to + size;
    this.#addToBin(hole);
    this.#mergeWithAbove(hole);
    this.#dropHoleAtTop();
    return size;
  }

  #mergeWithAbove(hole: number): void {
    const above = this.#above[hole];
    if (above === NO_REGION || this.#live[above]) return;
    this.#removeFromBin(hole);
    this.#removeFromBin(above);
    this.#bytes[hole] = this.#bytes[hole] + this.#bytes[above];
    this.#link(hole, this.#above[above]);
    this.#unused.push(above);
    this.#addToBin(hole);
  }

  #dropHoleAtTop(): void {
    const hole = this.#highest;
    if (hole === NO_REGION || this.#live[hole]) return;
    this.#removeFromBin(hole);
    this.top = this.#address[hole];
    this.#link(this.#below[hole], NO_REGION);
    this.#unused.push(hole);
  }

  #insertAbove(below: number, address: number, bytes: number): number {
    const region = this.#unused.pop() ?? this.#address.length;
    const above = below === NO_REGION ? this.#lowest : this.#above[below];
    this.#address[region] = address;
    this.#bytes[region] = bytes;
    this.#live[region] = false;
    this.#link(below, region);
    this.#link(region, above);
    return region;
  }

  #link(low: number, high: number): void {
    if (low === NO_REGION) this.#lowest = high;
    else this.#above[low] = high;
    if (high === NO_REGION) this.#highest = low;
    else this.#below[high] = low;
  }

  #addToBin(hole: number): void {
    const bin = binOf(this.#bytes[hole]);
    const first = this.#bins[bin];
    this.#binPrevious[hole] = NO_REGION;
    this.#binNext[hole] = first;
    if (first !== NO_REGION) this.#binPrevious[first] = hole;
    this.#bins[bin] = hole;
  }

  #removeFromBin(hole: number): void {
    const previous = this.#binPrevious[hole];
    const next = this.#binNext[hole];
    if (next !== NO_REGION) this.#binPrevious[next] = previous;
    if (previous !== NO_REGION) this.#binNext[previous] = next;
    else this.#bins[binOf(this.#bytes[hole])] = next;
  }
}

function binOf(bytes: number): number {
  return 31 - Math.clz32(bytes);
}

/** Sets of 0 .. count - 1 that can be united. A set is known by its smallest member, whatever the order of unions. */
export class DisjointSets {
  private readonly parent: Uint32Array;

  constructor(count: number) {
    this.parent = new Uint32Array(count);
    for (let i = 0; i < count; i++) this.parent[i] = i;
  }

  smallestWith(member: number): number {
    const { parent } = this;
    let i = member;
    while (parent[i] !== i) {
      // Path halving: every look shortens the way for the next.
      parent[i] = parent[parent[i]];
      i = parent[i];
    }
    return i;
  }

  unite(a: number, b: number): void {
    const rootA = this.smallestWith(a);
    const rootB = this.smallestWith(b);
    if (rootA < rootB) this.parent[rootB] = rootA;
    else this.parent[rootA] = rootB;
  }
}

/** What is between two things that touch, or have just stopped to, in columns that grow. */
export class EventList {
  count = 0;
  kind = new Uint8Array(SMALLEST);
  a = new Uint32Array(SMALLEST);
  b = new Uint32Array(SMALLEST);
  handle = new Float64Array(SMALLEST);
  handleA = new Float64Array(SMALLEST);
  sensor = new Uint8Array(SMALLEST);
  impulse = new Float64Array(SMALLEST);
  points = new Float64Array(3 * SMALLEST);
  normals = new Float64Array(3 * SMALLEST);
  /** One of the two stopped to be a collider: whoever has its id now begins anew. */
  gone = new Uint8Array(SMALLEST);

  /** Makes room for one more, and returns its index. */
  append(): number {
    this.makeRoom(this.count + 1);
    return this.count++;
  }

  /** Appends entry i of another list, as another kind. */
  take(from: EventList, i: number, kind: number): number {
    const to = this.append();
    this.kind[to] = kind;
    this.a[to] = from.a[i];
    this.b[to] = from.b[i];
    this.handle[to] = from.handle[i];
    this.handleA[to] = from.handleA[i];
    this.sensor[to] = from.sensor[i];
    this.impulse[to] = from.impulse[i];
    for (let k = 0; k < 3; k++) {
      this.points[3 * to + k] = from.points[3 * i + k];
      this.normals[3 * to + k] = from.normals[3 * i + k];
    }
    this.gone[to] = 0;
    return to;
  }

  /** Below 0 where entry i of this list comes before entry k of another one. */
  order(i: number, other: EventList, k: number): number {
    return (
      this.a[i] - other.a[k] ||
      this.b[i] - other.b[k] ||
      this.handleA[i] - other.handleA[k] ||
      this.handle[i] - other.handle[k]
    );
  }

  makeRoom(count: number): void {
    if (count <= this.a.length) return;
    const room = 2 * count;
    this.kind = grown(this.kind, new Uint8Array(room));
    this.a = grown(this.a, new Uint32Array(room));
    this.b = grown(this.b, new Uint32Array(room));
    this.handle = grown(this.handle, new Float64Array(room));
    this.handleA = grown(this.handleA, new Float64Array(room));
    this.sensor = grown(this.sensor, new Uint8Array(room));
    this.impulse = grown(this.impulse, new Float64Array(room));
    this.points = grown(this.points, new Float64Array(3 * room));
    this.normals = grown(this.normals, new Float64Array(3 * room));
    this.gone = grown(this.gone, new Uint8Array(room));
  }
}

const SMALLEST = 64;

function grown<Values extends { set(values: Values): void }>(values: Values, room: Values): Values {
  room.set(values);
  return room;
}

// An independent judge for small numbers of queries: whole numbers in the power basis, Sturm chains, greatest common
// divisors and bisection. Nothing is shared with the kernels, neither code nor method; it takes a millisecond a query.

/** Coefficients of 1, t, t^2, ... without trailing zeros: [] is zero. */
type Polynomial = bigint[];
/** n / 2^k */
interface Dyadic {
  readonly n: bigint;
  readonly k: bigint;
}

export interface Verdict {
  readonly contact: boolean;
  /** The first contact lies in (low, high], or is both. */
  readonly low: number;
  readonly high: number;
}

export function judge(points: ArrayLike<number>, kind: 'vf' | 'ee'): Verdict {
  const [x1, x2, x3] = differencesOf(points) as [Polynomial[], Polynomial[], Polynomial[]];
  const l1 = cross(x2, x3);
  const l2 = cross(x3, x1);
  const l3 = cross(x1, x2);
  const determinant = dot(x1, l1);
  const sides =
    kind === 'vf'
      ? [l1, l2, l3]
      : [l1, l2.map(negate), l3.map(negate), l1.map((p, k) => negate(add(add(p, l2[k]!), l3[k]!)))];
  const between = (a: Polynomial[], b: Polynomial[]) => dot(a, b);
  const minus = (a: Polynomial[], b: Polynomial[]) => a.map((p, k) => add(p, negate(b[k]!)));
  const dots =
    kind === 'vf'
      ? [between(x1, x2), between(x2, x3), between(x3, x1)]
      : [
          between(x2, x3),
          between(minus(x2, x1), minus(x3, x1)),
          between(x2, minus(x2, x1)),
          between(x3, minus(x3, x1)),
        ];
  const touches = (sign: (p: Polynomial) => number) => {
    if (sign(determinant) !== 0) return false;
    for (let axis = 0; axis < 3; axis++) {
      const signs = sides.map((side) => sign(side[axis]!));
      if (signs.every((s) => s === 0)) continue;
      return signs.every((s) => s >= 0) || signs.every((s) => s <= 0);
    }
    return dots.some((p) => sign(p) <= 0);
  };
  if (touches((p) => signOf(p[0] ?? 0n))) return { contact: true, low: 0, high: 0 };
  const candidates = determinant.length > 0 ? [determinant] : [...sides.flat(), ...dots];
  let first: Root | undefined;
  for (const candidate of candidates) {
    for (const root of rootsOf(candidate)) {
      if (!touches((p) => root.signOf(p))) continue;
      root.refine(56n);
      if (first === undefined || root.high < first.high) first = root;
    }
  }
  if (first === undefined) return { contact: false, low: Number.NaN, high: Number.NaN };
  return { contact: true, low: first.low, high: first.high };
}

/** Whole numbers in units of the smallest f64. */
function toBigInt(value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponent = (bits >> 52n) & 0x7ffn;
  const fraction = bits & 0xfffffffffffffn;
  const size = exponent === 0n ? fraction : (fraction | (1n << 52n)) << (exponent - 1n);
  return bits >> 63n ? -size : size;
}

function differencesOf(points: ArrayLike<number>): Polynomial[][] {
  const at = (point: number, axis: number, end: number) => toBigInt(points[end * 12 + point * 3 + axis]!);
  return [1, 2, 3].map((point) =>
    [0, 1, 2].map((axis) => {
      const start = at(point, axis, 0) - at(0, axis, 0);
      const end = at(point, axis, 1) - at(0, axis, 1);
      return trim([start, end - start]);
    }),
  );
}

function trim(p: Polynomial): Polynomial {
  let length = p.length;
  while (length > 0 && p[length - 1] === 0n) length--;
  return p.slice(0, length);
}

function add(a: Polynomial, b: Polynomial): Polynomial {
  return trim(Array.from({ length: Math.max(a.length, b.length) }, (_, i) => (a[i] ?? 0n) + (b[i] ?? 0n)));
}

function negate(a: Polynomial): Polynomial {
  return a.map((c) => -c);
}

function multiply(a: Polynomial, b: Polynomial): Polynomial {
  const product: Polynomial = new Array(Math.max(a.length + b.length - 1, 0)).fill(0n);
  a.forEach((x, i) => {
    b.forEach((y, j) => {
      product[i + j]! += x * y;
    });
  });
  return trim(product);
}

function dot(a: Polynomial[], b: Polynomial[]): Polynomial {
  return [0, 1, 2].map((k) => multiply(a[k]!, b[k]!)).reduce(add, []);
}

function cross(a: Polynomial[], b: Polynomial[]): Polynomial[] {
  return [0, 1, 2].map((k) => {
    const [i, j] = [(k + 1) % 3, (k + 2) % 3];
    return add(multiply(a[i]!, b[j]!), negate(multiply(a[j]!, b[i]!)));
  });
}

function signOf(value: bigint): number {
  return value > 0n ? 1 : value < 0n ? -1 : 0;
}

function signAt(p: Polynomial, { n, k }: Dyadic): number {
  let value = 0n;
  for (let i = p.length - 1; i >= 0; i--) value = value * n + (p[i]! << (k * BigInt(p.length - 1 - i)));
  return signOf(value);
}

function derivative(p: Polynomial): Polynomial {
  return p.slice(1).map((c, i) => c * BigInt(i + 1));
}

/** A positive multiple of the remainder of a by b, divided by its content. */
function remainder(a: Polynomial, b: Polynomial): Polynomial {
  let rest = a;
  const lead = b[b.length - 1]!;
  while (rest.length >= b.length) {
    const shift = rest.length - b.length;
    const top = rest[rest.length - 1]!;
    const flip = lead < 0n ? -1n : 1n;
    const scaled = rest.map((c) => c * lead * flip);
    b.forEach((c, i) => {
      scaled[i + shift]! -= c * top * flip;
    });
    rest = trim(scaled);
  }
  return primitive(rest);
}

function primitive(p: Polynomial): Polynomial {
  let content = 0n;
  for (const c of p) {
    let [a, b] = [content, c < 0n ? -c : c];
    while (b > 0n) [a, b] = [b, a % b];
    content = a;
  }
  return content > 1n ? p.map((c) => c / content) : p;
}

function sturmChain(p: Polynomial): Polynomial[] {
  const chain = [primitive(p), primitive(derivative(p))];
  while (chain[chain.length - 1]!.length > 0) {
    chain.push(negate(remainder(chain[chain.length - 2]!, chain[chain.length - 1]!)));
  }
  return chain.slice(0, -1);
}

function variations(chain: Polynomial[], at: Dyadic): number {
  let count = 0;
  let last = 0;
  for (const p of chain) {
    const sign = signAt(p, at);
    if (sign !== 0 && last !== 0 && sign !== last) count++;
    if (sign !== 0) last = sign;
  }
  return count;
}

/** The number of different roots in (low, high]. Sturm's theorem, for chains of polynomials without multiple roots. */
function countRoots(chain: Polynomial[], low: Dyadic, high: Dyadic): number {
  return variations(chain, low) - variations(chain, high);
}

function greatestCommonDivisor(a: Polynomial, b: Polynomial): Polynomial {
  let [x, y] = [a, b];
  while (y.length > 0) [x, y] = [y, remainder(x, y)];
  return primitive(x);
}

function quotient(a: Polynomial, b: Polynomial): Polynomial {
  let rest = a;
  const result: Polynomial = new Array(a.length - b.length + 1).fill(0n);
  const lead = b[b.length - 1]!;
  while (rest.length >= b.length) {
    const shift = rest.length - b.length;
    const top = rest[rest.length - 1]!;
    // exact up to a common factor: scale so that whole numbers suffice
    const scaled = rest.map((c) => c * lead);
    for (let i = 0; i < result.length; i++) result[i]! *= lead;
    result[shift]! += top;
    b.forEach((c, i) => {
      scaled[i + shift]! -= c * top;
    });
    rest = trim(scaled);
  }
  return primitive(trim(result));
}

function squareFree(p: Polynomial): Polynomial {
  const divisor = greatestCommonDivisor(primitive(p), primitive(derivative(p)));
  return divisor.length > 1 ? quotient(primitive(p), divisor) : primitive(p);
}

const ZERO: Dyadic = { n: 0n, k: 0n };
const ONE: Dyadic = { n: 1n, k: 0n };

function middleOf(a: Dyadic, b: Dyadic): Dyadic {
  const k = a.k + b.k + 1n;
  return { n: (a.n << b.k) + (b.n << a.k), k };
}

/** The only root of a polynomial in (low, high]. */
class Root {
  readonly #chain: Polynomial[];
  #low: Dyadic;
  #high: Dyadic;

  constructor(chain: Polynomial[], low: Dyadic, high: Dyadic) {
    this.#chain = chain;
    this.#low = low;
    this.#high = high;
  }

  get low(): number {
    return toNumber(this.#low);
  }

  get high(): number {
    return toNumber(this.#high);
  }

  refine(bits: bigint): void {
    while (this.#high.k < bits || this.#low.k < bits) this.#halve();
  }

  signOf(p: Polynomial): number {
    if (p.length === 0) return 0;
    const free = squareFree(p);
    const common = greatestCommonDivisor(this.#chain[0]!, free);
    if (common.length > 1 && countRoots(sturmChain(common), this.#low, this.#high) > 0) return 0;
    if (free.length > 1) {
      const chain = sturmChain(free);
      while (countRoots(chain, this.#low, this.#high) > 0) this.#halve();
    }
    return signAt(p, this.#high);
  }

  #halve(): void {
    const middle = middleOf(this.#low, this.#high);
    const inLeft = countRoots(this.#chain, this.#low, middle) > 0;
    this.#low = inLeft ? { n: this.#low.n << (middle.k - this.#low.k), k: middle.k } : middle;
    this.#high = inLeft ? middle : { n: this.#high.n << (middle.k - this.#high.k), k: middle.k };
  }
}

function toNumber({ n, k }: Dyadic): number {
  const drop = k > 62n ? k - 62n : 0n;
  return Number(n >> drop) / 2 ** Number(k - drop);
}

function rootsOf(p: Polynomial): Root[] {
  if (p.length < 2) return [];
  const chain = sturmChain(squareFree(p));
  const roots: Root[] = [];
  const split = (low: Dyadic, high: Dyadic) => {
    const count = countRoots(chain, low, high);
    if (count === 0) return;
    if (count === 1) {
      roots.push(new Root(chain, low, high));
      return;
    }
    const middle = middleOf(low, high);
    split(low, middle);
    split(middle, high);
  };
  split(ZERO, ONE);
  return roots;
}

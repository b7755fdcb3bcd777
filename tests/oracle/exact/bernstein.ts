import { signOf } from './dyadic.js';
import { degree, type Polynomial } from './polynomial.js';

/** In place: p(t) becomes p(t + by). */
function shift(p: bigint[], by: bigint): void {
  for (let i = 0; i < p.length - 1; i++) {
    for (let j = p.length - 2; j >= i; j--) p[j] += by === 1n ? p[j + 1] : by * p[j + 1];
  }
}

/**
 * 1 or -1 when all Bernstein coefficients of p over [n / 2^k, (n + 1) / 2^k] have that sign, so that p has it on the
 * whole closed interval; 0 when that decides nothing.
 */
export function strictSignOn(p: Polynomial, n: bigint, k: number): number {
  const last = degree(p);
  if (last < 0) return 0;
  const local: bigint[] = p.map((c, i) => (k === 0 ? c : c << BigInt(k * (last - i))));
  if (n !== 0n) shift(local, n);
  const first = signOf(local[0]);
  if (first === 0) return 0;
  // (1 + x)^last * local(1 / (1 + x)): its coefficients are the Bernstein coefficients times binomials, all positive.
  local.reverse();
  shift(local, 1n);
  for (const c of local) if (signOf(c) !== first) return 0;
  return first;
}

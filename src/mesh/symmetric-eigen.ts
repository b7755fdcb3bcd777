const MAX_SWEEPS = 12;
const XX = 0;
const XY = 1;
const XZ = 2;
const YY = 3;
const YZ = 4;
const ZZ = 5;
const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const work = /* @__PURE__ */ new Float64Array(6);
const basis = /* @__PURE__ */ new Float64Array(9);

/**
 * Eigenvectors of a symmetric 3 x 3 matrix (xx, xy, xz, yy, yz, zz) by Jacobi rotations, largest eigenvalue first,
 * as columns of a right-handed rotation: nine numbers, column by column. Algebra and square roots only.
 */
export function eigenvectors(matrix: Float64Array, out: Float64Array): void {
  const m = work;
  m.set(matrix);
  basis.set(IDENTITY);
  const scale = Math.abs(m[XX]) + Math.abs(m[YY]) + Math.abs(m[ZZ]);
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    const off = Math.abs(m[XY]) + Math.abs(m[XZ]) + Math.abs(m[YZ]);
    if (!(off > 1e-12 * scale)) break;
    rotate(XX, YY, XY, XZ, YZ, 0, 3);
    rotate(XX, ZZ, XZ, XY, YZ, 0, 6);
    rotate(YY, ZZ, YZ, XY, XZ, 3, 6);
  }
  const [first, second] = sortedColumns(m[XX], m[YY], m[ZZ]);
  for (let i = 0; i < 3; i++) {
    out[i] = basis[first + i];
    out[3 + i] = basis[second + i];
  }
  out[6] = out[1] * out[5] - out[2] * out[4];
  out[7] = out[2] * out[3] - out[0] * out[5];
  out[8] = out[0] * out[4] - out[1] * out[3];
}

// One rotation that makes the entry pq zero; pr and qr are the other two entries beside the diagonal.
function rotate(p: number, q: number, pq: number, pr: number, qr: number, colP: number, colQ: number): void {
  const m = work;
  if (m[pq] === 0) return;
  const theta = (m[q] - m[p]) / (2 * m[pq]);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  m[p] -= t * m[pq];
  m[q] += t * m[pq];
  m[pq] = 0;
  const a = m[pr];
  const b = m[qr];
  m[pr] = c * a - s * b;
  m[qr] = s * a + c * b;
  for (let i = 0; i < 3; i++) {
    const x = basis[colP + i];
    const y = basis[colQ + i];
    basis[colP + i] = c * x - s * y;
    basis[colQ + i] = s * x + c * y;
  }
}

function sortedColumns(x: number, y: number, z: number): [number, number] {
  if (x >= y && x >= z) return y >= z ? [0, 3] : [0, 6];
  if (y >= x && y >= z) return x >= z ? [3, 0] : [3, 6];
  return x >= y ? [6, 0] : [6, 3];
}

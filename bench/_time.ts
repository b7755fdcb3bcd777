export const times: Record<string, [number, number, number]> = {};
const real = WebAssembly.instantiate;
(WebAssembly as any).instantiate = async (m: any, i: any) => {
  const inst: any = await real(m, i);
  const e: any = {};
  for (const [k, f] of Object.entries(inst.exports)) {
    if (typeof f !== 'function') { e[k] = f; continue; }
    const t: [number, number, number] = [0, 0, 0];
    times[k] = t;
    e[k] = (...a: any[]) => { const s = performance.now(); const r = (f as any)(...a); const d = performance.now() - s; if (process.env.SLOW && d > 50) console.log(k, a, r, d.toFixed(1), process.env.SLOW && k==='touchesOfLink' ? (globalThis as any).peek?.(a) : ''); t[0]++; t[1] += d; t[2] = Math.max(t[2], d); return r; };
  }
  return { exports: e };
};
export const report = () => { for (const [k, [n, t, m]] of Object.entries(times).sort((a, b) => b[1][1] - a[1][1]).slice(0, 12)) if (n) console.log(k.padEnd(24), n, 'calls', t.toFixed(1), 'ms, max', m.toFixed(2)); };

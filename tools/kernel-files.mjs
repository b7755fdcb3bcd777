/**
 * The WebAssembly files, and which source says what is in them. The first is loaded always, and the others are linked to it. `inlined`:
 * functions of up to so many nodes are put where they are called. It makes searches between rigid bodies take 0.97 of the time, for 1 kB.
 */
export const KERNEL_FILES = [
  { name: 'core', entry: 'src/kernels/index.ts', inlined: 150 },
  { name: 'core-deformables', entry: 'src/kernels/files/deformables.ts' },
  { name: 'core-dynamics', entry: 'src/kernels/files/dynamics.ts' },
  { name: 'core-cloth', entry: 'src/kernels/files/cloth.ts' },
  { name: 'core-exact', entry: 'src/kernels/files/exact.ts' },
  { name: 'core-ablations', entry: 'src/kernels/files/ablations.ts' },
];

/** The WebAssembly files, and which source says what is in them. The first is loaded always, and the others are linked to it. */
export const KERNEL_FILES = [
  { name: 'core', entry: 'src/kernels/index.ts' },
  { name: 'core-deformables', entry: 'src/kernels/files/deformables.ts' },
  { name: 'core-dynamics', entry: 'src/kernels/files/dynamics.ts' },
  { name: 'core-cloth', entry: 'src/kernels/files/cloth.ts' },
  { name: 'core-exact', entry: 'src/kernels/files/exact.ts' },
  { name: 'core-ablations', entry: 'src/kernels/files/ablations.ts' },
];

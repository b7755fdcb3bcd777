// core-cloth.wasm: the cloth solver.
export * from '../cloth/exports';

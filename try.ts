import { gpuEncode } from './bench/gpu-encode.js';

await gpuEncode();

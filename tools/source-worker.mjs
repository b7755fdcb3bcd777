// The package's worker, run from its TypeScript source: for tests and tools, which run before there is a dist/.
import { register } from 'tsx/esm/api';

register();
await import('../src/crew/worker.ts');

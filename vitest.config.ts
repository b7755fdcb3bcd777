import { defineConfig } from 'vitest/config';

const shared = { environment: 'node' as const, testTimeout: 60_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/browser/**', 'tests/package/**'],
        },
      },
      {
        test: { ...shared, name: 'browser', include: ['tests/browser/**/*.test.ts'], fileParallelism: false },
      },
      {
        test: { ...shared, name: 'package', include: ['tests/package/**/*.test.ts'], fileParallelism: false },
      },
    ],
  },
});

import { defineConfig } from 'vitest/config';

const database = { globalSetup: ['./tests/support/database.ts'] };

// One config, four kinds of tests; two workers, because each has a database, a server or a browser beside it.
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['build/**/*.test.ts', 'shared/**/*.test.ts', 'server/**/*.test.ts', 'web/**/*.test.ts'],
          exclude: ['**/*.{api,race,life}.test.ts', 'server/contract.test.ts'],
          // Properties are tried on many values, on a machine that does other things besides.
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'api',
          include: ['server/**/*.{api,race}.test.ts', 'server/contract.test.ts'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
          ...database,
        },
      },
      { test: { name: 'life', include: ['server/**/*.life.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 } },
      {
        test: {
          name: 'browser',
          include: ['tests/browser/*.spec.ts'],
          testTimeout: 90_000,
          hookTimeout: 60_000,
          fileParallelism: false,
          ...database,
        },
      },
    ],
  },
});

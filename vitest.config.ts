import { defineConfig } from 'vitest/config';

const DATABASE = './tests/support/app/database.ts';
const BUILT_SHOP = './tests/support/builds/built-shop.ts';
/** Measure the memory of their process, which has to be their own. */
const MEASURING = ['server/features/attachments/transfers.api.test.ts', 'server/http/guards/large-bodies.api.test.ts'];

// One config, six projects; components have their own in `tests/components`.
// Three workers keep two cores busy: each also waits for a database, a server or a browser.
// Without `isolate` a worker loads the server and starts its browser once for all its files; each file
// has an app and a database of its own.
export default defineConfig({
  test: {
    maxWorkers: 3,
    // All that is polled for arrives at once, but a busy machine may give a process no time for seconds.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        test: {
          name: 'unit',
          isolate: false,
          include: ['{build,scripts,shared,server,web}/**/*.test.ts'],
          exclude: ['**/*.{api,race,life}.test.ts', 'server/contract.test.ts'],
          // Property tests try many values, on a machine that may be busy.
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'api',
          isolate: false,
          include: ['server/**/*.{api,race}.test.ts', 'server/contract.test.ts'],
          exclude: MEASURING,
          // Some upload 20 MiB or hash many passwords, on a machine that may be busy.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          globalSetup: [DATABASE],
        },
      },
      {
        test: {
          name: 'memory',
          include: MEASURING,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          globalSetup: [DATABASE],
        },
      },
      {
        test: {
          name: 'life',
          include: ['server/**/*.life.test.ts'],
          globalSetup: [DATABASE, BUILT_SHOP],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          isolate: false,
          include: ['tests/browser/**/*.spec.ts'],
          testTimeout: 90_000,
          hookTimeout: 60_000,
          globalSetup: [DATABASE, BUILT_SHOP],
        },
      },
      {
        test: {
          name: 'engines',
          include: ['tests/engines/*.spec.ts'],
          // After all others: beside the other tests these browsers fail by load.
          sequence: { groupOrder: 1 },
          // A flow takes 13 s; a browser that hangs is waited for until this limit.
          testTimeout: 150_000,
          hookTimeout: 120_000,
          globalSetup: [DATABASE, BUILT_SHOP],
        },
      },
    ],
  },
});

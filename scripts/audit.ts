/**
 * `npm run audit` (`-- --once` for a single round): Lighthouse results of the public pages on a
 * phone profile, by both ways of slowing it down; median, least and most of three rounds, with
 * their goals; fails if one is missed. Starts a shop in production mode with its own database.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { newDataKey } from '#server/lib/keys/key-ring.ts';
import { freePort, startShop } from '#tests/support/app/shop-process.ts';
import { type Measurements, measurePage, type Throttling } from './audit-page.ts';
import { buildAllIfStale } from './build-if-stale.ts';
import { ensureChromium } from './find-chromium.ts';

const PAGES = ['/', '/services', '/services/14'];
const HOME = '/';
const ROUNDS = process.argv.includes('--once') ? 1 : 3;
/**
 * The reference speed of Lighthouse's phone: on a slower or busier machine its simulated times are
 * too long.
 */
const USUAL_BENCHMARK_INDEX = 1500;

type Goal = {
  name: keyof Measurements;
  unit: string;
  isMet: (value: number) => boolean;
  goal: string;
  only?: string;
};

const atLeast = (limit: number) => ({ isMet: (value: number) => value >= limit, goal: `≥ ${limit}` });
const atMost = (limit: number, unit: string) => ({
  isMet: (value: number) => value <= limit,
  goal: `≤ ${limit}${unit}`,
});
const under = (limit: number, unit: string) => ({ isMet: (value: number) => value < limit, goal: `< ${limit}${unit}` });
const anything = { isMet: () => true, goal: '' };

/** All that does not depend on how the phone is slowed down. */
const ALWAYS: readonly Goal[] = [
  { name: 'accessibility', unit: '', ...atLeast(100) },
  { name: 'bestPractices', unit: '', ...atLeast(100) },
  { name: 'seo', unit: '', ...atLeast(100) },
  { name: 'shift', unit: '', ...atMost(0, '') },
  { name: 'scriptKb', unit: ' kB', ...atMost(110, ' kB'), only: HOME },
  { name: 'firstLoadKb', unit: ' kB', ...atMost(230, ' kB'), only: HOME },
];

const GOALS: Record<Throttling, readonly Goal[]> = {
  devtools: [
    { name: 'performance', unit: '', ...atLeast(99) },
    { name: 'fcpMs', unit: ' ms', ...anything },
    { name: 'lcpMs', unit: ' ms', ...atMost(1300, ' ms') },
    { name: 'blockingMs', unit: ' ms', ...under(50, ' ms') },
    ...ALWAYS,
  ],
  simulate: [
    { name: 'performance', unit: '', ...atLeast(98) },
    { name: 'fcpMs', unit: ' ms', ...anything },
    { name: 'lcpMs', unit: ' ms', ...atMost(1900, ' ms') },
    { name: 'blockingMs', unit: ' ms', ...under(50, ' ms') },
  ],
};
const THROTTLINGS: readonly Throttling[] = ['devtools', 'simulate'];

const rounded = (value: number) => Math.round(value * 1000) / 1000;

/** The table rows of one page. */
function report(path: string, throttling: Throttling, rounds: Measurements[]) {
  return GOALS[throttling].map(({ name, unit, isMet, goal, only }) => {
    const values = rounds.map((measurements) => measurements[name]).toSorted((a, b) => a - b);
    const median = medianOf(values);
    const isGoal = only === undefined || only === path;
    const spread = values[0] === values.at(-1) ? '' : `${rounded(values[0] ?? 0)}–${rounded(values.at(-1) ?? 0)}`;
    const met = isGoal && goal !== '' ? (isMet(median) ? 'yes' : 'NO') : '';
    const measured = `${rounded(median)}${unit}`;
    return { page: path, throttling, measurement: name, measured, spread, goal: isGoal ? goal : '', met };
  });
}

function medianOf(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const executablePath = await ensureChromium({ isWhole: true });
buildAllIfStale();
const dataDir = mkdtempSync(join(tmpdir(), 'shop-audit-data-'));
chmodSync(dataDir, 0o755);
const debugPort = await freePort();
const shop = await startShop(dataDir, {
  NODE_ENV: 'production',
  ADMIN_USER_ID: 'owner.audit',
  DATA_KEYS: newDataKey(),
  PAYMENT_SANDBOX: '1',
  SEED_SAMPLE: '1',
  REQUIRE_SECOND_FACTOR: '0',
  LOG_LEVEL: 'warn',
});
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', `--remote-debugging-port=${debugPort}`],
  ignoreDefaultArgs: ['--disable-back-forward-cache'],
});
const rows: ReturnType<typeof report> = [];
const speeds: number[] = [];
try {
  await shop.ready();
  // The name that the shop is configured with: its canonical addresses are checked too.
  const site = `http://localhost:${new URL(shop.url).port}`;
  for (const path of PAGES) {
    for (const throttling of THROTTLINGS) {
      const rounds: Measurements[] = [];
      while (rounds.length < ROUNDS) {
        const { measurements, benchmarkIndex } = await measurePage(site + path, debugPort, throttling);
        rounds.push(measurements);
        speeds.push(benchmarkIndex);
      }
      rows.push(...report(path, throttling, rounds));
    }
  }
} finally {
  await browser.close();
  await shop.end('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
}
console.table(rows);
const speed = medianOf(speeds);
console.log(`Lighthouse's index of this machine's speed: ${Math.round(speed)}.`);
if (speed < USUAL_BENCHMARK_INDEX)
  console.log('It is slow or busy: its times are longer than those of the phone that the goals are for.');
const missed = rows.filter(({ met }) => met === 'NO').length;
console.log(`${missed} goals missed`);
process.exit(missed > 0 ? 1 : 0);

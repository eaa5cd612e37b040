import { hashPassword, verifyPassword } from '#server/lib/password-hash.ts';
import { openBrowser } from '#tests/support/app/http-browser.ts';
import { ADMIN, quantile } from './environment.ts';
import { loadRaw } from './load/raw-load.ts';

const USERS = 8;

export type LoginResult = { perSecond: number; barePerSecond: number; pageP99Ms: number };

/** Runs `work` for this many concurrent users, each repeatedly, for some seconds. */
async function perSecond(seconds: number, work: (user: number) => Promise<unknown>): Promise<number> {
  const until = performance.now() + seconds * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: USERS }, async (_, user) => {
      while (performance.now() < until) {
        await work(user);
        done += 1;
      }
    }),
  );
  return done / seconds;
}

/** Two visitors who load a page every 20 ms, so 100 pages a second; the p99 in milliseconds. */
async function measurePages(url: string, seconds: number): Promise<number> {
  const times: number[] = [];
  const headers = { 'accept-encoding': 'br' };
  const { broken } = await loadRaw({
    url,
    headers,
    connections: 2,
    seconds,
    paceMs: 20,
    onAnswer(status, ms) {
      if (status !== 200) throw new Error(`${url}: ${status}`);
      times.push(ms);
    },
  });
  if (broken > 0) throw new Error(`${url}: ${broken} broken connections`);
  times.sort((a, b) => a - b);
  return quantile(times, 0.99);
}

/**
 * Logins per second of eight concurrent users, the rate of password checks alone, and how long
 * other visitors wait for a page meanwhile.
 */
export async function measureLogins(shopUrl: string, seconds: number): Promise<LoginResult> {
  const stored = await hashPassword(ADMIN.password);
  const barePerSecond = await perSecond(seconds, () => verifyPassword(stored, ADMIN.password));
  const browsers = await Promise.all(Array.from({ length: USERS }, () => openBrowser(shopUrl)));
  const [logins, pageP99Ms] = await Promise.all([
    perSecond(seconds, async (user) => browsers[user]?.expect(200, 'POST', '/api/auth/login', ADMIN)),
    measurePages(shopUrl, seconds),
  ]);
  return { perSecond: logins, barePerSecond, pageP99Ms };
}

import autocannon from 'autocannon';
import { hashPassword, verifyPassword } from '#server/lib/password-hash.ts';
import { openBrowser } from '#tests/support/app/http-browser.ts';
import { STAFF } from './environment.ts';

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

/**
 * Logins per second of eight concurrent users, the rate of password checks alone, and how long
 * other visitors wait for a page meanwhile.
 */
export async function measureLogins(shopUrl: string, seconds: number): Promise<LoginResult> {
  const stored = await hashPassword(STAFF.password);
  const barePerSecond = await perSecond(seconds, () => verifyPassword(stored, STAFF.password));
  const browsers = await Promise.all(Array.from({ length: USERS }, () => openBrowser(shopUrl)));
  const [logins, pages] = await Promise.all([
    perSecond(seconds, async (user) => browsers[user]?.expect(200, 'POST', '/api/auth/login', STAFF)),
    autocannon({ url: shopUrl, connections: 2, overallRate: 100, duration: seconds }),
  ]);
  return { perSecond: logins, barePerSecond, pageP99Ms: pages.latency.p99 };
}

import type { Browser } from 'playwright-core';
import { startBalancer } from '#tests/support/app/balancer.ts';
import { startShop } from '#tests/support/app/shop-process.ts';
import { launchBrowser, visit } from '#tests/support/browser/browser.ts';
import { createSecondBuild } from '#tests/support/builds/second-build.ts';
import { buildAllIfStale } from '../scripts/build-if-stale.ts';
import { ensureChromium } from '../scripts/find-chromium.ts';
import { createFilledDatabase, inTemporaryFolder, withPostgres } from './environment.ts';
import { createReport } from './report.ts';

const VISITS = 48;
const PATHS = ['/', '/login', '/register', '/about'];

type Outcome = { isBroken: boolean; isReloaded: boolean };

/** Opens a page and clicks to the services, which loads a chunk of the page's build. */
async function visitOnce(browser: Browser, url: string, path: string): Promise<Outcome> {
  const { context, page } = await visit(browser, url, 'desktop');
  try {
    await page.goto(path);
    await page.evaluate('window.isFirstDocument = true');
    await page.locator('a[href="/services"]:visible').first().click();
    await page.waitForURL((target) => target.pathname === '/services');
    await page.locator('h1').first().waitFor();
    const isReloaded = (await page.evaluate('window.isFirstDocument')) !== true;
    const text = await page.locator('body').innerText();
    return { isBroken: text.includes('페이지를 표시하지 못했습니다'), isReloaded };
  } catch {
    return { isBroken: true, isReloaded: false };
  } finally {
    await context.close();
  }
}

async function drill(databaseUrl: string, folder: string): Promise<void> {
  const balancer = await startBalancer();
  const env = { DATABASE_URL: databaseUrl, PUBLIC_URL: balancer.url, LOG_LEVEL: 'fatal' };
  createSecondBuild(`${folder}/second`);
  const shops = [await startShop(`${folder}/data`, env), await startShop(`${folder}/data`, env, `${folder}/second`)];
  const browser = await launchBrowser();
  try {
    for (const shop of shops) await shop.ready();
    balancer.use(shops.map(({ url }) => url));
    const outcomes: Outcome[] = [];
    for (let made = 0; made < VISITS; made += 1) {
      outcomes.push(await visitOnce(browser, balancer.url, PATHS[made % PATHS.length] ?? '/'));
    }
    const [broken, reloaded] = [outcomes.filter((o) => o.isBroken), outcomes.filter((o) => o.isReloaded)];
    const report = createReport();
    report.add('visits that failed', `${broken.length} of ${VISITS}`, '0', broken.length === 0);
    report.add('documents reloaded', `${reloaded.length} of ${VISITS}`, '0', reloaded.length === 0);
    report.print();
  } finally {
    await browser.close();
    for (const shop of shops) await shop.end('SIGTERM');
    await balancer.close();
  }
}

/**
 * Visits two builds behind one address that spreads requests, as in the middle of a rolling
 * upgrade.
 */
export async function benchUpgrade(): Promise<void> {
  buildAllIfStale();
  process.env.CHROME_PATH = await ensureChromium();
  await withPostgres(async (server) => {
    const url = await createFilledDatabase(server, 'upgrade', async () => {});
    await inTemporaryFolder((folder) => drill(url, folder));
  });
}

/**
 * `npm run demo:pictures`: writes the pictures of the README, from a shop with the sample data in a
 * folder of its own.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { startShop } from '#tests/support/app/shop-process.ts';
import { buildAllIfStale } from '../build-if-stale.ts';
import { ensureChromium } from '../find-chromium.ts';

const PICTURES = resolve(import.meta.dirname, '../../docs/pictures');
const LOGIN = { userId: 'demo.lawyer1', password: 'demo-password-2026' };
const SCREEN = { width: 1440, height: 900 };
const QUALITY = 70;

/** The pages of a working day: `shown` is there once all is, and `link` leads from a list to the page that is shown. */
const PAGES = [
  { name: 'today', path: '/admin', shown: 'main :text("첫 통화")' },
  { name: 'orders', path: '/admin/orders', shown: 'main a[href^="/admin/orders/"]' },
  {
    name: 'case',
    path: '/admin/orders?work=in_progress',
    link: 'main a[href^="/admin/orders/"]',
    shown: 'h2:has-text("진행 단계")',
  },
  { name: 'inbox', path: '/admin/chat', shown: 'text=고객에게 답변' },
] as const;

buildAllIfStale();
const executablePath = await ensureChromium({ isWhole: false });
const dataDir = mkdtempSync(join(tmpdir(), 'shop-pictures-'));
chmodSync(dataDir, 0o755);
try {
  const demo = join(import.meta.dirname, 'run.ts');
  execFileSync(process.execPath, [demo], { env: { ...process.env, DATA_DIR: dataDir }, stdio: 'inherit' });
  const shop = await startShop(dataDir, { PAGES: 'built' });
  await shop.ready();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    // The name that the shop is configured with.
    const baseURL = shop.url.replace('127.0.0.1', 'localhost');
    const context = await browser.newContext({ baseURL, viewport: SCREEN, locale: 'ko-KR' });
    const page = await context.newPage();
    await page.goto('/login?from=/admin', { waitUntil: 'networkidle' });
    await page.getByLabel('아이디', { exact: true }).fill(LOGIN.userId);
    await page.getByLabel('비밀번호', { exact: true }).fill(LOGIN.password);
    await page.getByRole('button', { name: '로그인', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: '오늘' }).waitFor();
    mkdirSync(PICTURES, { recursive: true });
    for (const { name, path, shown, ...more } of PAGES) {
      await page.goto(path);
      if ('link' in more) await page.locator(more.link).first().click();
      await page.locator(shown).first().waitFor();
      // Skeletons in closed parts stay.
      await page.locator('.animate-pulse:visible').first().waitFor({ state: 'detached' });
      const picture = await page.screenshot();
      await sharp(picture)
        .webp({ quality: QUALITY })
        .toFile(join(PICTURES, `${name}.webp`));
    }
  } finally {
    await browser.close();
    await shop.end('SIGTERM');
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

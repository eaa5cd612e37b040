import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, expect } from 'vitest';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const LOOPBACK = '127.0.0.1';

/** The two screen sizes of every journey. */
const SCREENS = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
} as const;
export type Screen = keyof typeof SCREENS;

/** Messages of a browser without a network: of requests, and of its own look for a new service worker. */
export const OFFLINE = /ERR_INTERNET_DISCONNECTED|error occurred when fetching the script/;

/** The browser of this process, which runs many files; it ends with the process. */
let shared: Promise<Browser> | undefined;

/** A browser for the tests of one file, without anything of an earlier file. */
export async function setUpBrowser(): Promise<Browser> {
  shared ??= launchBrowser();
  const browser = await shared;
  afterAll(() => Promise.all(browser.contexts().map((context) => context.close())));
  return browser;
}

export function launchBrowser(...flags: string[]): Promise<Browser> {
  const executablePath = process.env.CHROME_PATH;
  if (!executablePath) throw new Error('CHROME_PATH is not set: run the tests by "npm test", which finds Chromium');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
      // No name of another site is resolved: its requests fail, and `visit` records them.
      `--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE ${LOOPBACK}, EXCLUDE localhost`,
      ...flags,
    ],
  });
}

export type Visitor = {
  context: BrowserContext;
  page: Page;
  /**
   * Console errors, failed scripts and external requests since the last call, which must be empty
   * except for expected ones.
   */
  expectNoTrouble: (...expected: RegExp[]) => void;
};

export type VisitOptions = {
  /** Other sites that the visit may load. */
  origins?: readonly string[];
  userAgent?: string;
  /**
   * The page has its service worker, a tenth of the time of a visit; not unless given. The worker
   * shows the page without a network and the pushes, and passes everything else on.
   */
  hasWorker?: boolean;
};

/** Waits for hydration: a loaded page does not react to input before. */
function answerBeforeUse(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  const untilInteractive = async () => {
    const isShopPage = await page.evaluate<boolean>("document.querySelector('meta[name=format-detection]') !== null");
    if (isShopPage) await page.waitForFunction(() => performance.getEntriesByName('interactive').length > 0);
  };
  page.goto = async (...args) => {
    const response = await goto(...args);
    await untilInteractive();
    return response;
  };
  page.reload = async (...args) => {
    const response = await reload(...args);
    await untilInteractive();
    return response;
  };
}

/**
 * Drops the move of a mouse that a headless browser makes by itself with the first layout, now and then
 * after the page has begun to listen: it would be the first sign of the visitor, who loads more code.
 */
const DROP_OWN_MOVE = `addEventListener('pointermove', (move) => {
  if (move.pointerType === 'mouse' && move.movementX === 0 && move.movementY === 0) move.stopImmediatePropagation();
}, true)`;

/** Opens a new browser context with a page, and records its errors. */
export async function visit(
  browser: Browser,
  url: string,
  screen: Screen,
  { origins = [], userAgent, hasWorker = false }: VisitOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    ...SCREENS[screen],
    serviceWorkers: hasWorker ? 'allow' : 'block',
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    baseURL: url,
    ...(userAgent !== undefined && { userAgent }),
  });
  await context.addInitScript({ content: DROP_OWN_MOVE });
  const trouble: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') trouble.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => trouble.push(`script: ${error.error().message}`));
  const isForeign = ({ protocol, origin }: URL) => protocol.startsWith('http') && ![url, ...origins].includes(origin);
  context.on('request', (request) => {
    const target = new URL(request.url());
    if (target.hostname === LOOPBACK && isForeign(target)) trouble.push(`outgoing: ${request.url()}`);
  });
  context.on('requestfailed', (request) => {
    const target = new URL(request.url());
    if (target.hostname !== LOOPBACK && isForeign(target)) trouble.push(`outgoing: ${request.url()}`);
  });
  const page = await context.newPage();
  // A fault of the shop is rare, a machine that gives the browser no time for seconds is not.
  page.setDefaultTimeout(30_000);
  answerBeforeUse(page);
  return {
    context,
    page,
    expectNoTrouble: (...expected) => {
      expect(trouble.splice(0).filter((line) => !expected.some((pattern) => pattern.test(line)))).toEqual([]);
    },
  };
}

type Violation = { id: string; nodes: { target: unknown; failureSummary?: string }[] };

/** Nothing on the page is wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(overflow, page.url()).toBeLessThanOrEqual(0);
}

/** Without a look for audio and turned screens, which the shop does not have: a third of axe's time. */
const RUN_AXE =
  'axe.run(document, { resultTypes: ["violations"], preload: false }).then((result) => result.violations)';

/** Expects no axe finding on the current page. */
export async function expectAccessible(page: Page): Promise<void> {
  // By evaluation, because the page's policy forbids inline script elements.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(AXE);
  const violations = await page.evaluate<Violation[]>(RUN_AXE);
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => JSON.stringify(target)).join(', ')}`,
  );
  expect(found, `axe on ${page.url()}`).toEqual([]);
}

/**
 * Expects no axe finding and nothing wider than the window, as wide as a desktop and then on the phone
 * that the page was opened on: for journeys that do not depend on the width. `onDesktop` waits for what
 * only a desktop shows.
 */
export async function expectGoodOnBothScreens(page: Page, onDesktop?: () => Promise<void>): Promise<void> {
  for (const screen of ['desktop', 'phone'] as const) {
    await page.setViewportSize(SCREENS[screen].viewport);
    if (screen === 'desktop') await onDesktop?.();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
}

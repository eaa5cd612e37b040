import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { PUBLIC_PAGES } from '#shared/pages.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { setUpBrowser } from '#tests/support/browser/browser.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();

/**
 * The header's links to accounts are drawn in the browser only, so the crawl starts on every page.
 */
const ENTRANCES = PUBLIC_PAGES.map(({ path }) => path);

type Read = { links: string[]; ids: string[] };

/** The links of a page's server markup, and the ids that a hash can point to. */
function readPage(page: Page, html: string): Promise<Read> {
  return page.evaluate((source) => {
    const parsed = new DOMParser().parseFromString(source, 'text/html');
    return {
      links: [...parsed.querySelectorAll('a[href]')].map((link) => link.getAttribute('href') ?? ''),
      ids: [...parsed.querySelectorAll('[id]')].map(({ id }) => id),
    };
  }, html);
}

it('every link leads to a page that answers, and every hash exists on its page', async () => {
  const page = await browser.newPage();
  const waiting: string[] = [...ENTRANCES];
  const pages = new Map<string, Read>();
  const problems: string[] = [];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue;
    const response = await fetch(shop.url + path, { redirect: 'manual' });
    if (response.status !== 200) problems.push(`${path}: ${response.status}`);
    const read = await readPage(page, await response.text());
    pages.set(path, read);
    for (const link of read.links) {
      if (link.startsWith('/')) waiting.push(new URL(link, shop.url).pathname);
      else if (!link.startsWith('#')) expect(link).toMatch(/^(https:\/\/\S+|tel:[\d-]+|mailto:\S+@\S+)$/);
    }
  }
  for (const [path, { links }] of pages) {
    for (const link of links) {
      const { origin, pathname, hash } = new URL(link, shop.url + path);
      if (origin !== shop.url || hash === '') continue;
      if (!pages.get(pathname)?.ids.includes(decodeURIComponent(hash.slice(1)))) problems.push(`${path}: ${link}`);
    }
  }
  expect(problems).toEqual([]);

  const home = pages.get('/')?.links;
  for (const path of ['/services', '/services#ondemand', '/about', '/services/14', '/services/19', '/services/21']) {
    expect(home).toContain(path);
  }
  expect(home).toContain('/services/16');
  for (const { id } of shop.deps.catalogue.list()) expect([...pages.keys()]).toContain(`/services/${id}`);
});

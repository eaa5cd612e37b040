import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { PUBLIC_PAGES } from '#shared/pages.ts';
import { createPageCatalogue, shownService } from '#tests/support/app/page-catalogue.ts';
import { seoRoutes } from './seo.ts';

const changedAt = new Date('2026-11-20T01:02:03Z');

async function ask(url: string) {
  const app = Fastify();
  const { catalogue } = createPageCatalogue({ services: [shownService()], deletedIds: [15], changedAt });
  const clock = { now: () => new Date('2026-11-23T04:05:06Z') };
  await app.register(seoRoutes, { catalogue, siteUrl: 'https://shop.test', clock });
  return app.inject(url);
}

async function answer(url: string): Promise<string> {
  return (await ask(url)).body;
}

test('the site map lists every public page, with its last change if known', async () => {
  const sitemap = await answer('/sitemap.xml');
  const entries = Object.fromEntries(
    [...sitemap.matchAll(/<url><loc>([^<]+)<\/loc>(?:<lastmod>([^<]+)<\/lastmod>)?<\/url>/g)].map(
      ([, loc, lastmod]) => [loc?.replace('https://shop.test', ''), lastmod],
    ),
  );
  expect(entries).toEqual({
    ...Object.fromEntries(
      PUBLIC_PAGES.filter(({ isIndexed }) => isIndexed !== false).map(({ path }) => [path, undefined]),
    ),
    '/services': changedAt.toISOString(),
    '/terms': expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    '/privacy': expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    '/services/14': changedAt.toISOString(),
  });
});

test('robots.txt excludes the private areas and names the site map', async () => {
  const robots = await answer('/robots.txt');
  const groups = robots.split('\n\n').filter((group) => group.startsWith('User-agent'));
  expect(groups.map((group) => group.split('\n')[0])).toEqual(['User-agent: *', 'User-agent: Yeti']);
  for (const group of groups) {
    expect(group).toContain('\nAllow: /\n');
    for (const path of ['/api/', '/admin', '/profile', '/purchase', '/soldier/']) {
      expect(group).toContain(`\nDisallow: ${path}`);
    }
  }
  expect(robots).toContain('\nSitemap: https://shop.test/sitemap.xml');
});

test('a password manager is led to where the password is changed', async () => {
  const response = await ask('/.well-known/change-password');
  expect(response.statusCode).toBe(302);
  expect(response.headers.location).toBe('/profile/edit');
});

test('security.txt names a contact, itself, and an end within a year', async () => {
  const fields = (await answer('/.well-known/security.txt')).trim().split('\n');
  expect(fields).toContain('Canonical: https://shop.test/.well-known/security.txt');
  expect(fields.some((field) => /^Contact: (mailto:|https:)\S+$/.test(field))).toBe(true);
  expect(fields.filter((field) => field.startsWith('Expires: '))).toEqual(['Expires: 2027-05-22T00:00:00Z']);
});

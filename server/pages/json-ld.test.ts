import { expect, test } from 'vitest';
import { PUBLIC_PAGES } from '#shared/pages.ts';
import { DEFAULT_DESK_HOURS } from '#shared/rules/business-days.ts';
import { createPageCatalogue, shownService } from '#tests/support/app/page-catalogue.ts';
import { addToHead, jsonLdScript, siteTags } from './head-tags.ts';
import { jsonLd } from './json-ld.ts';

const siteUrl = 'https://shop.test';
const { catalogue } = createPageCatalogue({
  services: [shownService(), shownService({ id: 15, price: { plans: [] } })],
});
const dataOf = (path: string) => jsonLd(path, { catalogue, siteUrl, deskHours: DEFAULT_DESK_HOURS });

test('the home page has the firm, its address and its hours', () => {
  expect(dataOf('/')).toEqual([
    expect.objectContaining({
      '@type': 'LegalService',
      url: 'https://shop.test/',
      telephone: expect.stringMatching(/^\+82-[1-9]/),
      address: expect.objectContaining({ '@type': 'PostalAddress', addressCountry: 'KR' }),
      openingHoursSpecification: expect.objectContaining({ opens: '09:00', closes: '18:00' }),
    }),
  ]);
});

test('a service page has the service, an offer per plan and its breadcrumbs', () => {
  const [service, trail] = dataOf('/services/14');
  expect(service).toMatchObject({
    '@type': 'Service',
    name: '징계·항고',
    url: 'https://shop.test/services/14',
    image: 'https://shop.test/og/services/14.png',
    offers: [
      { '@type': 'Offer', name: '의견서', price: 300_000, priceCurrency: 'KRW' },
      { '@type': 'Offer', name: '출석', price: 550_000, priceCurrency: 'KRW' },
    ],
  });
  expect(trail).toMatchObject({
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: '홈', item: 'https://shop.test/' },
      { '@type': 'ListItem', position: 2, name: '서비스', item: 'https://shop.test/services' },
      { '@type': 'ListItem', position: 3, name: '징계·항고', item: 'https://shop.test/services/14' },
    ],
  });
});

test('a service without a price has no offer', () => {
  expect(dataOf('/services/15')[0]).not.toHaveProperty('offers');
});

const LISTED = PUBLIC_PAGES.filter(({ path, isIndexed }) => isIndexed !== false && path !== '/');

test.each(LISTED)('gives $path a breadcrumb trail', ({ path, title }) => {
  expect(dataOf(path)).toMatchObject([
    { '@type': 'BreadcrumbList', itemListElement: [{ name: '홈' }, { position: 2, name: title }] },
  ]);
});

test.each(['/services/0', '/services/99', '/404', '/profile', '/login'])('%s has no structured data', (path) => {
  expect(dataOf(path)).toEqual([]);
  expect(jsonLdScript(dataOf(path))).toBe('');
});

test('a title cannot end the data script', () => {
  const title = 'a</script><script>alert(1)</script><!-- ';
  const evil = createPageCatalogue({ services: [shownService({ title })] });
  const script = jsonLdScript(
    jsonLd('/services/14', { catalogue: evil.catalogue, siteUrl, deskHours: DEFAULT_DESK_HOURS }),
  );
  expect(script.match(/<\/?script/g)).toHaveLength(2);
  expect(script).not.toContain('<!--');
  const [, json = ''] = /^<script type="application\/ld\+json">(.*)<\/script>$/s.exec(script) ?? [];
  const data: { '@context': string; '@graph': { name?: string }[] } = JSON.parse(json);
  expect(data['@context']).toBe('https://schema.org');
  expect(data['@graph'][0]?.name).toBe(title);
});

test('tags with any content are inserted at the end of the head', () => {
  expect(addToHead('<head><title>$&</title></head><body></head>', '<meta content="$\'">')).toBe(
    '<head><title>$&</title><meta content="$\'"></head><body></head>',
  );
});

test('only configured tags are written', () => {
  const none = { measurementId: undefined, naverVerification: undefined, googleVerification: undefined };
  expect(siteTags(none)).toBe('');
  expect(siteTags({ ...none, naverVerification: 'abc"<' })).toBe(
    '<meta name="naver-site-verification" content="abc&quot;&lt;">',
  );
});

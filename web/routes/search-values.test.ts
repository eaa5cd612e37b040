import type { AnyRoute } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import { DEFAULT_DESK_HOURS } from '#shared/rules/business-days.ts';
import { httpCatalogue } from '#web/lib/catalogue-reader.ts';
import { createAppRouter } from '#web/router.ts';

const router = createAppRouter({
  queries: {},
  catalogue: httpCatalogue,
  siteUrl: 'https://shop.example',
  deskHours: DEFAULT_DESK_HOURS,
  holidays: [],
});
const routes: AnyRoute[] = Object.values(router.routesById);

/**
 * The names of all search values, each with a value that no validator accepts; the last one is no
 * page's.
 */
const INVALID = Object.fromEntries(
  [
    ...['from', 'error', 'socialToken', 'token', 'serviceId', 'selectedPlan', 'soldierId', 'orderId', 'event'],
    ...['receipt_id', 'error_code', 'message', 'days', 'status', 'untouched', 'waiting', 'q', 'to', 'cursor'],
    ...['newSoldier', 'category', 'state', 'list', 'actor', 'action', 'subject', 'date', 'unknown'],
  ].map((name) => [name, '']),
);

/**
 * The search values that the page at an address gets from the router, without those that are
 * undefined.
 */
function searchAt(path: string, raw: Record<string, string>): Record<string, unknown> {
  const search: Record<string, unknown> = router.matchRoutes(path, raw).at(-1)?.search ?? {};
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}

/** Campaigns are measured by the other values in the address of these pages. */
const CAMPAIGN_PAGES = ['/services', '/services/$serviceId'];

describe('every route with search values', () => {
  const pages = routes
    .filter(({ options, fullPath }) => options.validateSearch && !CAMPAIGN_PAGES.includes(fullPath))
    .map(({ fullPath }) => fullPath);

  it.each(pages)('%s drops values that its validator rejects or does not know', (path) => {
    expect(searchAt(path.replaceAll(/\$\w+/g, '1'), INVALID)).toEqual({});
  });
});

describe('the search values of a page', () => {
  it.each([
    ['/login', { from: 'https://evil.example/', error: 'social' }, { error: 'social' }],
    ['/register', { from: '//evil.example', socialToken: '123' }, { socialToken: '123' }],
    ['/soldier/register', { from: '/services/14?plan=a#terms', x: '1' }, { from: '/services/14?plan=a#terms' }],
    ['/soldier/1/edit', { from: 'javascript:alert(1)' }, {}],
    ['/purchase', { serviceId: '14', selectedPlan: '기본', soldierId: '-1' }, { serviceId: 14, selectedPlan: '기본' }],
    ['/purchase', { newSoldier: '1' }, { newSoldier: '1' }],
    ['/services', { page: '2', category: '', utm_source: 'kakao' }, { page: '2', utm_source: 'kakao' }],
    ['/services/1', { plan: '', soldierId: '-1', utm_source: 'kakao' }, { utm_source: 'kakao' }],
    ['/services/1', { plan: '기본', soldierId: '7' }, { plan: '기본', soldierId: 7 }],
    ['/purchase/result', { orderId: '1e3' }, {}],
    ['/admin/orders', { other: 'lost', q: '홍길동', cursor: '' }, { q: '홍길동' }],
    ['/admin/reports', { days: '31', month: '2026-13' }, {}],
  ])('%s with %j are %j', (path, raw, values) => {
    expect(searchAt(path, raw)).toEqual(values);
  });
});

import { expect, it } from 'vitest';
import { cpuMsSince } from '#tests/support/limits/cpu-ms.ts';
import { isAdminPath } from './admin-path.ts';

it.each([
  '/admin',
  '/admin/',
  '/admin/orders/1',
  '/ADMIN',
  '/Admin/orders',
  '/%61dmin',
  '/%2561dmin',
  '/%41DMIN/orders',
  '//admin',
  '///admin//orders',
  '/./admin',
  '/about/../admin',
  '/%2e/admin',
  '/about/%2e%2e/ADMIN',
  '/\\admin',
  '/%5Cadmin',
  '/%2fadmin',
  '/admin.',
  '/admin./orders',
  '/admin%20',
  '/%20admin',
  '/admin;x=1',
  '/ad%09min',
])('%s is a page of the administration', (path) => {
  expect(isAdminPath(path)).toBe(true);
});

it.each(['/', '/about', '/services/1', '/about/admin', '/administrator', '/admin-guide', '/%', '/%E0%A4', '/관리자'])(
  '%s is another page',
  (path) => {
    expect(isAdminPath(path)).toBe(false);
  },
);

it('a segment of ten thousand dots takes no time', () => {
  const before = process.cpuUsage();
  for (let times = 0; times < 10; times += 1) expect(isAdminPath(`/a${'.'.repeat(15_000)}b`)).toBe(false);
  expect(cpuMsSince(before)).toBeLessThan(1000);
});

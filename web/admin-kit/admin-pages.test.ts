import { expect, it } from 'vitest';
import type { Permission } from '#shared/features/accounts/permissions.ts';
import { DEFAULT_DESK_HOURS } from '#shared/rules/business-days.ts';
import { httpCatalogue } from '#web/lib/catalogue-reader.ts';
import { createAppRouter } from '#web/router.ts';
import { type AdminPath, mayOpen, menuOf } from './admin-pages.ts';

const router = createAppRouter({
  queries: {},
  catalogue: httpCatalogue,
  siteUrl: 'https://shop.example',
  deskHours: DEFAULT_DESK_HOURS,
  holidays: [],
});
const routes = router.routesById['/queries/admin'].children ?? [];

it.each<[readonly Permission[], AdminPath, boolean]>([
  [['owner'], '/admin/audit', true],
  [['orders'], '/admin', true],
  [['orders'], '/admin/orders', true],
  [['orders'], '/admin/callbacks', true],
  [['money'], '/admin/callbacks', false],
  [['orders'], '/admin/services', false],
  [['orders'], '/admin/services/new', false],
  [['people'], '/admin/users', true],
  [['money'], '/admin/orders', false],
  [['money'], '/admin/refund-requests', true],
  [[], '/admin', false],
])('with %j, %s is open: %j', (permissions, path, expected) => {
  expect(mayOpen(router, permissions, path)).toBe(expected);
});

it('a page needs the permission of the list above it', () => {
  const needs = new Map(routes.map(({ fullPath, options }) => [String(fullPath), options.staticData?.admin?.needs]));
  expect([...needs.values()]).not.toContain(undefined);
  for (const [path, needed] of needs) {
    const list = path.split('/').slice(0, 3).join('/');
    expect([path, needed]).toEqual([path, needs.get(list)]);
  }
});

it('the menu has the lists that a person may open, in the order of the route table, with their badges', () => {
  const { length } = routes.filter(({ fullPath }) => fullPath.split('/').length <= 3);
  expect(menuOf(router, ['owner'])).toHaveLength(length);
  expect(menuOf(router, ['orders', 'audit'])).toEqual([
    { to: '/admin', title: '대시보드', group: 'work', needs: 'any' },
    { to: '/admin/callbacks', title: '통화', group: 'work', needs: 'orders' },
    { to: '/admin/orders', title: '주문 관리', group: 'work', needs: 'orders', badge: 'new_orders' },
    { to: '/admin/users', title: '회원 관리', group: 'work', needs: ['orders', 'people'] },
    { to: '/admin/reports', title: '보고서', group: 'money', needs: 'any' },
    { to: '/admin/notices', title: '알림 관리', group: 'system', needs: 'orders' },
    { to: '/admin/audit', title: '감사 기록', group: 'system', needs: 'audit' },
  ]);
  expect(menuOf(router, [])).toEqual([]);
});

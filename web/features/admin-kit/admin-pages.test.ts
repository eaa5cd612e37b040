import { expect, it } from 'vitest';
import type { Permission } from '#shared/features/accounts/permissions.ts';
import { mayOpen } from './admin-pages.ts';

it.each<[readonly Permission[], string, boolean]>([
  [['owner'], '/admin/audit', true],
  [['orders'], '/admin', true],
  [['orders'], '/admin/orders/7', true],
  [['orders'], '/admin/callbacks', true],
  [['money'], '/admin/callbacks', false],
  [['orders'], '/admin/services', false],
  [['people'], '/admin/users/3', true],
  [['money'], '/admin/orders', false],
  [['money'], '/admin/refund-requests', true],
  [[], '/admin', false],
])('with %j, %s is open: %j', (permissions, path, expected) => {
  expect(mayOpen(permissions, path)).toBe(expected);
});

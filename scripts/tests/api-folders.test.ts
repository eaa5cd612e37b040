import { expect, test } from 'vitest';
import { apiFolders } from './api-folders.ts';

test('a changed file names the folder of its API tests', () => {
  const changed = [
    'web/features/orders/admin/order-list.tsx',
    'server/features/orders/state/order-row.ts',
    'shared/features/mails/calls.ts',
    'server/http/api/route.ts',
    'server/api.ts',
    'shared/rules/price.ts',
    'README.md',
  ];
  expect(apiFolders(changed)).toEqual(['server/features/mails/', 'server/features/orders/', 'server/http/']);
  expect(apiFolders(['README.md'])).toEqual([]);
});

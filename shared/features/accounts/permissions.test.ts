import { expect, it } from 'vitest';
import { mayDo, type Needs, PERMISSIONS, type Permission } from './permissions.ts';

it.each<[readonly Permission[], Needs, boolean]>([
  [['owner'], 'money', true],
  [['owner'], ['orders', 'people'], true],
  [['owner'], 'any', true],
  [['money'], 'money', true],
  [['money'], 'orders', false],
  [['people'], ['orders', 'people'], true],
  [['audit'], ['orders', 'people'], false],
  [['audit'], 'any', true],
  [[], 'any', false],
  [[], 'orders', false],
  [PERMISSIONS.filter((permission) => permission !== 'owner'), 'owner', false],
])('with %j, a call that needs %j: %j', (permissions, needs, expected) => {
  expect(mayDo(permissions, needs)).toBe(expected);
});

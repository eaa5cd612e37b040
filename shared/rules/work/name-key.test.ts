import { expect, it } from 'vitest';
import { nameKey } from './name-key.ts';

it.each([
  ['홍 길동', '홍길동'],
  [' 홍\u3000길동 ', '홍길동'],
  ['홍길동'.normalize('NFD'), '홍길동'],
  ['Kim Gil Dong', 'KIM GILDONG'],
])('takes %j for the name %j', (name, other) => {
  expect(nameKey(name)).toBe(nameKey(other));
});

it.each([
  ['홍길동', '홍길'],
  ['홍길동', '홍길통'],
])('takes %j and %j for two people', (name, other) => {
  expect(nameKey(name)).not.toBe(nameKey(other));
});

import { expect, it } from 'vitest';
import { contactPromise } from './contact-promise.ts';

const BY = '2026-11-23T09:00:00.000Z';

it('names day, weekday, time and number', () => {
  expect(contactPromise(BY, '01023456789')).toBe('11월 23일(월) 18:00까지 010-2345-6789로 연락드립니다.');
  expect(contactPromise(new Date('2026-12-31T15:30:00Z'))).toBe('1월 1일(금) 00:30까지 연락드립니다.');
});

it.each([
  ['01011112220', '으로'],
  ['01011112221', '로'],
  ['01011112223', '으로'],
  ['01011112226', '으로'],
  ['01011112227', '로'],
])('puts the particle that fits behind %s', (phone, particle) => {
  expect(contactPromise(BY, phone)).toContain(`${phone.slice(-4)}${particle} 연락`);
});

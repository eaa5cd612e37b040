import { expect, test } from 'vitest';
import { safeReturnTo } from '#shared/platform/return-to.ts';
import {
  NO_CHOICE,
  newPurchasePath,
  parseChoices,
  servicePath,
  startingChoice,
  withChoice,
  withFreshTicks,
  withSoldier,
} from './choice.ts';

const CALL = { starts_at: '2026-11-24T01:00:00.000Z', ends_at: '2026-11-24T01:30:00.000Z', whom: 'soldier' as const };
const CASE = {
  description: '징계위원회 통보를 받았습니다.',
  deadline: '2026-12-01',
  contactWindow: '오후',
  call: CALL,
};
const CHOICE = {
  plan: '의견서 작성',
  soldierId: 7,
  ticks: ['0 case-terms.html@2'],
  tickedAt: 1_795_600_000_000,
  case: CASE,
};

test('stored choices are read back as they were', () => {
  expect(parseChoices(JSON.stringify({ 14: CHOICE, 16: { ticks: [], soldierId: null } }))).toEqual({
    14: CHOICE,
    16: { ticks: [], soldierId: null },
  });
});

test.each([[undefined], ['not json'], ['null'], ['[]'], ['"text"'], ['{"14": 1, "15": null, "16": "x"}']])(
  'stored %s holds no choice',
  (text) => {
    expect(parseChoices(text)).toEqual({});
  },
);

test('values of another type or out of range are dropped', () => {
  const stored = { plan: 5, soldierId: '7', ticks: 'all', tickedAt: -1, case: 'x' };
  const odd = { plan: 'x'.repeat(201), soldierId: 1.5, ticks: [1, 'a', null], tickedAt: 2 ** 60 };
  expect(parseChoices(JSON.stringify({ 14: stored, 15: odd }))).toEqual({ 14: NO_CHOICE, 15: { ticks: ['a'] } });
});

test('terms stay ticked for 30 minutes', () => {
  const minutes = (count: number) => CHOICE.tickedAt + count * 60_000;
  expect(withFreshTicks(CHOICE, minutes(30) - 1)).toEqual(CHOICE);
  expect(withFreshTicks(CHOICE, minutes(30))).toEqual({ ...CHOICE, ticks: [] });
  expect(withFreshTicks({ ticks: ['0 case-terms.html@2'] }, 0).ticks).toEqual([]);
});

test('a choice is replaced, removed, and the number of services is bounded', () => {
  expect(withChoice({ 14: NO_CHOICE }, 14, CHOICE)).toEqual({ 14: CHOICE });
  expect(withChoice({ 14: CHOICE, 15: NO_CHOICE }, 14, undefined)).toEqual({ 15: NO_CHOICE });
  let choices = {};
  for (let id = 1; id <= 50; id += 1) choices = withChoice(choices, id, NO_CHOICE);
  expect(Object.keys(choices)).toHaveLength(20);
  expect(choices).toHaveProperty('50');
});

test('the address overrides plan and soldier of the stored choice, and keeps the terms', () => {
  expect(startingChoice(CHOICE, {})).toEqual(CHOICE);
  expect(startingChoice(CHOICE, { plan: '항고', soldierId: 9 })).toEqual({ ...CHOICE, plan: '항고', soldierId: 9 });
  expect(startingChoice(undefined, { plan: '항고' })).toEqual({ plan: '항고', ticks: [] });
});

test('the path of a service names plan and soldier, encoded', () => {
  expect(servicePath(14, {})).toBe('/services/14#apply');
  expect(servicePath(14, { plan: 'A&B #1', soldierId: 7 })).toBe('/services/14?plan=A%26B+%231&soldierId=7#apply');
});

test('the purchase that registers its soldier names service and plan', () => {
  expect(newPurchasePath(14, '항고 대리')).toBe(
    '/purchase?serviceId=14&selectedPlan=%ED%95%AD%EA%B3%A0+%EB%8C%80%EB%A6%AC&newSoldier=1',
  );
});

test('a new soldier is added to the path of a service, and to no other path', () => {
  const path = (text: string) => safeReturnTo(text);
  expect(withSoldier(path('/services/14?plan=A&soldierId=7#apply'), 9)).toBe('/services/14?plan=A&soldierId=9#apply');
  expect(withSoldier(path('/services/14'), 9)).toBe('/services/14?soldierId=9');
  for (const other of ['/profile', '/services', '/services/x', '/services/14/x']) {
    expect(withSoldier(path(other), 9)).toBe(other);
  }
  expect(withSoldier(undefined, 9)).toBeUndefined();
});

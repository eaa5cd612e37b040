import { expect, test } from 'vitest';
import type { Order } from '#shared/features/orders/schemas.ts';
import { afterDeposit, isInProgress, isOwnTurn, nextStep } from './next-step.ts';

const NOW = new Date('2026-11-20T03:00:00Z');
const WORK: Order['work'] = {
  state: 'waiting',
  contact_by: '2026-11-23T09:00:00.000Z',
  started_at: null,
  closed_at: null,
  lawyer: null,
};
const PAID = {
  status: 'confirmed' as const,
  work: WORK,
  contact_phone: '01023456789',
  soldier: null,
  payment: {},
  refund: { awaits_account: 0, request: null },
  steps: [],
  callback: null,
};
const BOOKED = { starts_at: '2026-11-24T01:00:00.000Z', ends_at: '2026-11-24T03:00:00.000Z', whom: 'buyer' as const };
const STEPS = [
  { title: '자료 요청', due_on: null, done_at: '2026-11-19T03:00:00.000Z' },
  { title: '제출', due_on: '2026-12-01', done_at: null },
];

test.each([
  [PAID, true, '11월 23일(월) 18:00까지 010-2345-6789로 연락드립니다.'],
  [{ ...PAID, callback: BOOKED }, true, '11월 24일(화) 10:00~12:00에 010-2345-6789로 전화드립니다.'],
  [
    { ...PAID, work: { ...WORK, contact_by: '2026-11-19T09:00:00.000Z' } },
    true,
    '담당 변호사가 업무를 준비하고 있습니다.',
  ],
  [{ ...PAID, work: { ...WORK, state: 'in_progress' as const } }, true, '업무를 진행하고 있습니다.'],
  [
    { ...PAID, work: { ...WORK, state: 'in_progress' as const }, steps: STEPS },
    true,
    '다음 단계: 제출 (2026. 12. 1.까지)',
  ],
  [{ ...PAID, work: { ...WORK, state: 'closed' as const } }, false, '신청하신 업무를 마쳤습니다.'],
  [{ ...PAID, status: 'processing' as const, payment: { virtual_account: {} } }, true, '입금을 기다리고 있습니다.'],
  [{ ...PAID, status: 'processing' as const }, true, '결제를 확인하고 있습니다.'],
  [
    { ...PAID, callback: BOOKED, refund: { awaits_account: 0, request: { status: 'open', due_on: '2026-12-01' } } },
    true,
    '환불 요청을 확인하고 있습니다. 2026. 12. 1.까지 처리합니다.',
  ],
  [
    { ...PAID, refund: { awaits_account: 0, request: { status: 'refused', due_on: '2026-12-01' } } },
    true,
    '11월 23일(월) 18:00까지 010-2345-6789로 연락드립니다.',
  ],
  [{ ...PAID, status: 'cancelled' as const }, false, undefined],
  [
    { ...PAID, status: 'cancelled' as const, refund: { awaits_account: 1, request: null } },
    true,
    '환불받을 계좌를 알려주세요.',
  ],
])('order %#', (order, inProgress, step) => {
  expect(isInProgress(order)).toBe(inProgress);
  expect(nextStep(order, NOW)).toBe(step);
});

test.each([
  [BOOKED, NOW, '그 전에 입금이 확인되면 예약하신 11월 24일(화) 10:00~12:00에 전화드립니다.'],
  [BOOKED, new Date(BOOKED.starts_at), '담당 변호사는 입금이 확인된 다음 영업일까지 전화드립니다.'],
  [null, NOW, '담당 변호사는 입금이 확인된 다음 영업일까지 전화드립니다.'],
])('says after a deposit when the firm calls %#', (callback, now, sentence) => {
  expect(afterDeposit({ callback }, now)).toBe(sentence);
});

test.each([
  [PAID, { tasks: 0, answers: 0 }, false],
  [PAID, { tasks: 1, answers: 0 }, true],
  [PAID, { tasks: 0, answers: 2 }, true],
  [{ ...PAID, work: { ...WORK, state: 'closed' as const } }, { tasks: 1, answers: 0 }, false],
  [{ ...PAID, work: { ...WORK, state: 'closed' as const } }, { tasks: 0, answers: 1 }, true],
  [{ ...PAID, refund: { awaits_account: 1, request: null } }, { tasks: 0, answers: 0 }, true],
  [{ ...PAID, status: 'processing' as const, payment: { virtual_account: {} } }, { tasks: 0, answers: 0 }, true],
  [{ ...PAID, status: 'processing' as const }, { tasks: 0, answers: 0 }, false],
])("knows the reader's turn (%#)", (order, waiting, expected) => {
  expect(isOwnTurn(order, waiting)).toBe(expected);
});

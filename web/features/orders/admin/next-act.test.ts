import { describe, expect, it } from 'vitest';
import { isCallAhead, isCallOverdue, isStepOverdue, nextAct } from './next-act.ts';

const WAITING = { state: 'waiting', contact_by: '2026-11-24T09:00:00.000Z', contacted_at: null } as const;
const PAID = { status: 'confirmed', work: WAITING, steps: [], refund_requests: [], refund_proposals: [] } as const;
const STARTED = {
  ...PAID,
  work: { ...WAITING, state: 'in_progress', contacted_at: '2026-11-23T01:00:00.000Z' },
} as const;
const step = (title: string, isDone: boolean, due_on: string | null = null) => ({
  title,
  due_on,
  done_at: isDone ? '2026-11-23T02:00:00.000Z' : null,
});

describe('nextAct', () => {
  it.each([
    ['an open refund request first', { ...PAID, refund_requests: [{ status: 'open' }] }, '환불 요청에 답합니다.'],
    [
      'a refund that a second administrator has to approve',
      { ...PAID, refund_requests: [{ status: 'open' }], refund_proposals: [{ status: 'open' }] },
      '환불의 두 번째 확인을 기다립니다.',
    ],
    ['the call of a paid order', { ...PAID, refund_requests: [{ status: 'refused' }] }, '고객에게 전화합니다.'],
    [
      'the start after the call',
      { ...PAID, work: { ...WAITING, contacted_at: '2026-11-23T01:00:00.000Z' } },
      '업무를 시작합니다.',
    ],
    ['steps where there are none', STARTED, '진행 단계를 정합니다.'],
    ['the first step that is not done', { ...STARTED, steps: [step('자료 요청', true), step('제출', false)] }, '제출'],
    ['the due date of the step', { ...STARTED, steps: [step('제출', false, '2026-12-01')] }, '제출 (2026. 12. 1.까지)'],
    ['the end of the work', { ...STARTED, steps: [step('제출', true)] }, '모든 단계를 마쳤습니다. 업무를 종결합니다.'],
    ['a closed case', { ...STARTED, work: { ...STARTED.work, state: 'closed' } }, '종결한 업무입니다.'],
    ['an unpaid order', { ...PAID, status: 'pending' }, '고객의 결제를 기다립니다.'],
  ] as const)('names %s', (_name, order, text) => {
    expect(nextAct(order)).toBe(text);
  });
});

describe('the promised call', () => {
  const [before, after] = [new Date('2026-11-24T08:59:59Z'), new Date('2026-11-24T09:00:01Z')];

  it('is overdue only after its time', () => {
    expect([isCallOverdue(PAID, before), isCallOverdue(PAID, after)]).toEqual([false, true]);
  });

  it.each([
    ['was made', { ...PAID, work: { ...WAITING, contacted_at: '2026-11-23T01:00:00.000Z' } }],
    ['belongs to work that has begun', { ...PAID, work: { ...WAITING, state: 'in_progress' } }],
    ['belongs to a cancelled order', { ...PAID, status: 'cancelled' }],
    ['has no time', { ...PAID, work: { ...WAITING, contact_by: null } }],
  ] as const)('is not ahead when it %s', (_name, order) => {
    expect([isCallAhead(order), isCallOverdue(order, after)]).toEqual([false, false]);
  });
});

it('a step is overdue from the day after its due date, by the days of Korea', () => {
  const [lastMinute, nextDay] = [new Date('2026-12-01T14:59:00Z'), new Date('2026-12-01T15:00:00Z')];
  const open = { due_on: '2026-12-01', done_at: null };
  expect([isStepOverdue(open, lastMinute), isStepOverdue(open, nextDay)]).toEqual([false, true]);
  expect(isStepOverdue({ ...open, done_at: '2026-11-30T00:00:00.000Z' }, nextDay)).toBe(false);
  expect(isStepOverdue({ ...open, due_on: null }, nextDay)).toBe(false);
});

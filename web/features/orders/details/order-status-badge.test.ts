import { describe, expect, it } from 'vitest';
import { caseStatus } from './order-status-badge.tsx';

type Facts = Parameters<typeof caseStatus>[0];

const PAID: Facts = {
  status: 'confirmed',
  work: { state: 'waiting', lawyer: null },
  payment: {},
  refund: { awaits_account: 0, request: null },
};
const LAWYER = { name: '홍길동', title: '대표변호사' };

const CASES: readonly (readonly [string, Partial<Facts>])[] = [
  ['변호사 배정 중', {}],
  ['진행 중', { work: { state: 'waiting', lawyer: LAWYER } }],
  ['진행 중', { work: { state: 'in_progress', lawyer: null } }],
  ['종결', { work: { state: 'closed', lawyer: LAWYER } }],
  ['환불 요청', { refund: { awaits_account: 0, request: { status: 'open' } } }],
  ['환불 계좌 필요', { status: 'cancelled', refund: { awaits_account: 1, request: { status: 'open' } } }],
  ['입금 대기', { status: 'processing', payment: { virtual_account: {} } }],
  ['진행 중', { status: 'pending' }],
  ['취소됨', { status: 'cancelled' }],
  ['결제 완료', { work: null }],
];

describe('caseStatus', () => {
  it.each(CASES)('says %s of %j', (label, change) => {
    expect(caseStatus({ ...PAID, ...change }).label).toBe(label);
  });
});

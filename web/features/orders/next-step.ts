import type { OrderRefund } from '#shared/features/orders/refund-schemas.ts';
import type { Order } from '#shared/features/orders/schemas.ts';
import { callPromise, contactPromise } from '#shared/format/contact-promise.ts';
import { formatDay } from '#shared/format/dates.ts';
import type { WaitingForReader } from '#shared/rules/work/case-tasks.ts';
import { phoneToCall } from '#shared/rules/work/phone-to-call.ts';

type Facts = Pick<Order, 'status' | 'work' | 'contact_phone' | 'callback'> & {
  soldier: { phone: string | null } | null;
  steps: readonly Pick<Order['steps'][number], 'title' | 'due_on' | 'done_at'>[];
  payment: { virtual_account?: unknown } | null;
  refund: (Pick<OrderRefund, 'awaits_account'> & { request: { status: string; due_on: string } | null }) | null;
};

/** Returns whether the reader has something to do or to wait for: a paid order until its work is closed. */
export function isInProgress({ status, work, refund }: Facts): boolean {
  if (refund !== null && refund.awaits_account > 0) return true;
  if (status === 'confirmed') return work?.state !== 'closed';
  return status === 'pending' || status === 'processing';
}

/** Returns whether the reader has something to do in the case. Such cases are listed first. */
export function isOwnTurn(order: Facts, { tasks, answers }: WaitingForReader): boolean {
  const awaitsAccount = order.refund !== null && order.refund.awaits_account > 0;
  return awaitsAccount || awaitsDeposit(order) || answers > 0 || (isInProgress(order) && tasks > 0);
}

/** Returns whether an account is open that the buyer has to pay into. */
export function awaitsDeposit({ status, payment }: Pick<Facts, 'status' | 'payment'>): boolean {
  return status === 'processing' && Boolean(payment?.virtual_account);
}

/** Returns what follows a deposit: the call that the buyer has booked, else the promise of one. */
export function afterDeposit({ callback }: Pick<Facts, 'callback'>, now: Date): string {
  return callback && new Date(callback.starts_at) > now
    ? `그 전에 입금이 확인되면 예약하신 ${callPromise(callback)}`
    : '담당 변호사는 입금이 확인된 다음 영업일까지 전화드립니다.';
}

/** Returns what happens next with an order, in one sentence; undefined when nothing does. */
export function nextStep(order: Facts, now: Date): string | undefined {
  const { status, work, contact_phone, refund, steps, callback } = order;
  if (refund !== null && refund.awaits_account > 0) return '환불받을 계좌를 알려주세요.';
  if (refund === null && (status === 'pending' || status === 'processing')) return '결제를 확인하고 있습니다.';
  if (status === 'pending') return '결제를 기다리고 있습니다. 30분 안에 결제하지 않으시면 자동으로 취소됩니다.';
  if (awaitsDeposit(order)) return '입금을 기다리고 있습니다.';
  if (status === 'processing') return '결제를 확인하고 있습니다.';
  if (status !== 'confirmed') return undefined;
  if (refund?.request?.status === 'open') {
    return `환불 요청을 확인하고 있습니다. ${formatDay(refund.request.due_on)}까지 처리합니다.`;
  }
  if (work === null) return undefined;
  if (work.state === 'in_progress') return workText(steps.find(({ done_at }) => done_at === null));
  if (work.state === 'closed') return '신청하신 업무를 마쳤습니다.';
  if (callback && new Date(callback.ends_at) > now) return callPromise(callback, phoneToCall(order));
  const isAhead = work.contact_by !== null && new Date(work.contact_by) > now;
  return isAhead && work.contact_by !== null
    ? contactPromise(work.contact_by, contact_phone)
    : '담당 변호사가 업무를 준비하고 있습니다.';
}

function workText(step: Pick<Order['steps'][number], 'title' | 'due_on'> | undefined): string {
  if (!step) return '업무를 진행하고 있습니다.';
  return `다음 단계: ${step.title}${step.due_on ? ` (${formatDay(step.due_on)}까지)` : ''}`;
}

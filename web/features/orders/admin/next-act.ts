import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import type { OrderStep } from '#shared/features/orders/schemas.ts';
import { formatDay } from '#shared/format/dates.ts';
import { toKoreanLocal } from '#shared/format/korean-local.ts';

type Facts = Pick<AdminOrder, 'status'> & {
  work: Pick<AdminOrder['work'], 'state' | 'contact_by' | 'contacted_at'>;
  steps: readonly Pick<AdminOrder['steps'][number], 'title' | 'due_on' | 'done_at'>[];
  refund_proposals: readonly Pick<AdminOrder['refund_proposals'][number], 'status'>[];
  refund_requests: readonly Pick<AdminOrder['refund_requests'][number], 'status'>[];
};

/** Returns whether the buyer of a paid order still waits for the promised call. */
export function isCallAhead({ status, work }: Pick<Facts, 'status' | 'work'>): boolean {
  return status === 'confirmed' && work.state === 'waiting' && work.contacted_at === null && work.contact_by !== null;
}

/** Returns whether the promised time of the call is over. */
export function isCallOverdue(order: Pick<Facts, 'status' | 'work'>, now: Date): boolean {
  const { contact_by: contactBy } = order.work;
  return isCallAhead(order) && contactBy !== null && new Date(contactBy) < now;
}

/** Returns whether a step was due before today (in Korea) and is not done. */
export function isStepOverdue({ due_on: dueOn, done_at }: Pick<OrderStep, 'due_on' | 'done_at'>, now: Date): boolean {
  return dueOn !== null && done_at === null && dueOn < toKoreanLocal(now).slice(0, 10);
}

/** Returns what the firm does next with an order, in one sentence; refund requests come first. */
export function nextAct(order: Facts): string {
  const { status, work, steps } = order;
  if (order.refund_proposals.some((proposal) => proposal.status === 'open')) return '환불의 두 번째 확인을 기다립니다.';
  if (order.refund_requests.some((request) => request.status === 'open')) return '환불 요청에 답합니다.';
  if (status === 'pending') return '고객의 결제를 기다립니다.';
  if (status === 'processing') return '결제 확인을 기다립니다.';
  if (status === 'error') return '맞지 않는 결제를 확인합니다.';
  if (status === 'cancelled') return '취소된 주문입니다.';
  if (work.state === 'closed') return '종결한 업무입니다.';
  if (isCallAhead(order)) return '고객에게 전화합니다.';
  if (work.state === 'waiting') return '업무를 시작합니다.';
  const step = steps.find(({ done_at }) => done_at === null);
  if (!step) return steps.length > 0 ? '모든 단계를 마쳤습니다. 업무를 종결합니다.' : '진행 단계를 정합니다.';
  return step.due_on ? `${step.title} (${formatDay(step.due_on)}까지)` : step.title;
}

import { useRef } from 'react';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import type { WorkState } from '#shared/rules/work/work-state.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useAction } from '#web/lib/use-action.ts';
import { confirm, type Question } from '#web/ui/ask.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useShowOrder } from '../use-show-order.ts';
import { moveWork } from '../work-api.ts';

/** Holds what is said of work that has not begun. */
const WAITING: Partial<Record<AdminOrder['status'], string>> = {
  confirmed: '아직 시작하지 않았습니다.',
  cancelled: '취소된 주문이라 시작하지 않습니다.',
};

/** Starts and closes the firm's work on a paid order, and takes back what was a mistake. */
export function OrderWork({ order }: { order: AdminOrder }) {
  const { isBusy, problem, move, result } = useMoveWork(order);
  const { state, started_at: startedAt, closed_at: closedAt } = order.work;
  const isPaid = order.status === 'confirmed';
  const button = (label: string, to: WorkState, kind: 'primary' | 'secondary') => (
    <Button kind={kind} isBusy={isBusy} onClick={() => void move(to)}>
      {label}
    </Button>
  );
  return (
    <div className="grid gap-3">
      <div ref={result} tabIndex={-1} className="text-ink-900">
        {!startedAt && <p>{WAITING[order.status] ?? '결제가 끝난 뒤에 시작합니다.'}</p>}
        {startedAt && <p>{`${formatDateTime(startedAt)}에 시작했습니다.`}</p>}
        {closedAt && <p>{`${formatDateTime(closedAt)}에 종결했습니다.`}</p>}
      </div>
      {problem && <Notice kind="danger">{problem}</Notice>}
      <div className="flex flex-wrap gap-3">
        {state === 'waiting' && isPaid && button('업무 시작', 'in_progress', 'primary')}
        {state === 'in_progress' && isPaid && button('종결', 'closed', 'primary')}
        {state === 'in_progress' && button('시작 표시 되돌리기', 'waiting', 'secondary')}
        {state === 'closed' && isPaid && button('업무 다시 열기', 'in_progress', 'secondary')}
      </div>
    </div>
  );
}

function useMoveWork(order: AdminOrder) {
  const show = useShowOrder();
  const result = useRef<HTMLDivElement>(null);
  const { isBusy, problem, run } = useAction();

  const send = async (state: WorkState, isConfirmed: boolean): Promise<void> => {
    try {
      show(await moveWork(order.id, { state, isConfirmed }));
    } catch (error) {
      const isRefundAsked = error instanceof ApiError && error.code === 'REFUND_REQUEST_OPEN';
      if (!isRefundAsked) throw error;
      // The customer asked for a refund after this page was loaded.
      if (await confirm(startQuestion(order, true))) await send(state, true);
    }
  };
  const move = async (to: WorkState): Promise<void> => {
    const isAsked = order.refund_requests.some(({ status }) => status === 'open');
    if (!(await confirm(questionOf(order, to, isAsked)))) return;
    // The pressed button is gone, so move the focus to the result.
    if (await run(() => send(to, isAsked))) result.current?.focus();
  };
  return { isBusy, problem, move, result };
}

const MAIL_FIRST = '1분 뒤에 고객에게 업무 시작을 메일로 알립니다.';
const ENDS_REFUND = '시작하면 고객은 더는 전액 환불을 받을 수 없습니다.';
const PACKAGE_STAYS = '패키지의 환불 조건은 바뀌지 않습니다.';

function startQuestion({ service }: AdminOrder, isAsked: boolean): Question {
  const meaning = `${MAIL_FIRST}\n${service.category === 'package' ? PACKAGE_STAYS : ENDS_REFUND}`;
  if (!isAsked) return { title: '업무 시작', message: meaning, confirmLabel: '업무 시작' };
  return {
    title: '환불 요청이 있는 주문',
    message: `고객이 환불을 요청하고 답을 기다리고 있습니다. 요청을 먼저 처리해주세요.\n\n${meaning}`,
    confirmLabel: '그래도 시작',
    isDangerous: true,
  };
}

function questionOf(order: AdminOrder, to: WorkState, isAsked: boolean): Question {
  if (to === 'waiting') {
    return {
      title: '업무 시작 되돌리기',
      message: '업무 시작 표시를 되돌립니다. 고객에게 보낸 메일은 되돌릴 수 없습니다.',
      confirmLabel: '되돌리기',
    };
  }
  if (to === 'closed') {
    const left = order.steps.filter(({ done_at }) => done_at === null).length;
    return {
      title: '업무 종결',
      message: `${left > 0 ? `끝나지 않은 단계가 ${left}개 있습니다.\n` : ''}고객의 마이페이지에 종결로 표시합니다.`,
      confirmLabel: '종결',
    };
  }
  if (order.work.state === 'closed') {
    return { title: '업무 다시 열기', message: '고객에게 업무 진행 중으로 표시합니다.', confirmLabel: '다시 열기' };
  }
  return startQuestion(order, isAsked);
}

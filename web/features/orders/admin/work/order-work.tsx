import { useRef } from 'react';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import type { WorkState } from '#shared/rules/work/work-state.ts';
import { offerUndo } from '#web/admin-kit/undo/undo.ts';
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
  const left = order.steps.filter(({ done_at }) => done_at === null).length;
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
      {state === 'waiting' && isPaid && <p className="text-ink-700">{startMeaning(order)}</p>}
      {state === 'in_progress' && left > 0 && (
        <p className="text-ink-700">{`끝나지 않은 단계가 ${left}개 있습니다.`}</p>
      )}
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

/** Says what a move was, and when the customer learns of it. */
const DONE: Record<WorkState, string> = {
  waiting: '시작 표시를 되돌렸습니다.',
  in_progress: '업무를 시작했습니다. 1분 뒤에 고객에게 메일로 알립니다.',
  closed: '업무를 종결했습니다. 고객의 마이페이지에 종결로 보입니다.',
};

function useMoveWork(order: AdminOrder) {
  const show = useShowOrder();
  const result = useRef<HTMLDivElement>(null);
  const { isBusy, problem, run } = useAction();
  const { state: from } = order.work;

  /** Resolves to whether the work was moved. */
  const send = async (state: WorkState, isConfirmed: boolean): Promise<boolean> => {
    try {
      show(await moveWork(order.id, { state, isConfirmed }));
      return true;
    } catch (error) {
      const isRefundAsked = error instanceof ApiError && error.code === 'REFUND_REQUEST_OPEN';
      if (!isRefundAsked) throw error;
      // The customer asked for a refund after this page was loaded.
      return (await confirm(refundQuestion(order))) && send(state, true);
    }
  };
  const move = async (to: WorkState): Promise<void> => {
    const isAsked = to === 'in_progress' && order.refund_requests.some(({ status }) => status === 'open');
    if (isAsked && !(await confirm(refundQuestion(order)))) return;
    await run(async () => {
      if (!(await send(to, isAsked))) return;
      const text = from === 'closed' ? '업무를 다시 열었습니다.' : DONE[to];
      offerUndo({ text, undo: () => send(from, true) });
      // The pressed button is gone, so move the focus to the result.
      result.current?.focus();
    });
  };
  return { isBusy, problem, move, result };
}

function startMeaning({ service }: AdminOrder): string {
  return service.category === 'package'
    ? '시작해도 패키지의 환불 조건은 바뀌지 않습니다.'
    : '시작하면 고객은 더는 전액 환불을 받을 수 없습니다.';
}

function refundQuestion(order: AdminOrder): Question {
  return {
    title: '환불 요청이 있는 주문',
    message: `고객이 환불을 요청하고 답을 기다리고 있습니다. 요청을 먼저 처리해주세요.\n\n${startMeaning(order)}`,
    confirmLabel: '그래도 시작',
    isDangerous: true,
  };
}

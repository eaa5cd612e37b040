import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { useAction } from '#web/lib/use-action.ts';
import { confirm } from '#web/ui/ask.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { setWorkStarted } from './api.ts';
import { useShowOrder } from './use-show-order.ts';

const MEANING = '업무를 시작하면 사건별 서비스는 환불 정책에 따라 환불되지 않습니다. 고객의 진행 내역에 보입니다.';

/** Marks that work on a paid order has started, and removes a mark that was set by mistake. */
export function WorkMark({ order }: { order: AdminOrder }) {
  const show = useShowOrder();
  const { isBusy, problem, run } = useAction();
  const { work_started_at: startedAt } = order;
  const handleClick = async () => {
    const isAgreed = await confirm(
      startedAt
        ? { title: '업무 시작 되돌리기', message: '업무 시작 표시를 되돌립니다.', confirmLabel: '되돌리기' }
        : { title: '업무 시작', message: MEANING, confirmLabel: '업무 시작' },
    );
    if (isAgreed) await run(async () => show(await setWorkStarted(order.id, startedAt === null)));
  };
  return (
    <div className="grid justify-items-start gap-3">
      <p>{startedAt ? `${formatDateTime(startedAt)}에 시작했습니다.` : '아직 시작하지 않았습니다.'}</p>
      {problem && <Notice kind="danger">{problem}</Notice>}
      {(startedAt || order.status === 'confirmed') && (
        <Button kind="secondary" isBusy={isBusy} onClick={() => void handleClick()}>
          {startedAt ? '시작 표시 되돌리기' : '업무 시작'}
        </Button>
      )}
    </div>
  );
}

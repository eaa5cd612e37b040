import { useQueryClient } from '@tanstack/react-query';
import type { DayItem } from '#shared/features/day/schemas.ts';
import { formatDay } from '#shared/format/dates.ts';
import { koreanDay, nextBusinessDay } from '#shared/rules/business-days.ts';
import type { CallOutcome } from '#shared/rules/work/calls.ts';
import { ADMIN_KEY } from '#web/admin-kit/admin-key.ts';
import { offerUndo } from '#web/admin-kit/undo/undo.ts';
import { conversationQuery, updateConversation } from '#web/features/consultations/admin/api.ts';
import { useRecordCall } from '#web/features/orders/admin/use-record-call.ts';
import { assignOrder, updateStep } from '#web/features/orders/admin/work-api.ts';
import { serverNow } from '#web/lib/browsers/server-clock.ts';
import { useAction } from '#web/lib/use-action.ts';

type Conversation = Pick<Parameters<typeof updateConversation>[1], 'status' | 'hold_until'>;

/** The acts of a queue's rows; each is offered to be taken back. */
export function useDayActs(ownId: number) {
  const queryClient = useQueryClient();
  const { isBusy, problem, run } = useAction();
  const record = useRecordCall();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ADMIN_KEY });
  const act = (text: string, action: () => Promise<unknown>, undo: () => Promise<unknown>) =>
    run(async () => {
      await action();
      await refresh();
      offerUndo({
        text,
        undo: async () => {
          await undo();
          await refresh();
        },
      });
    });
  const setConversation = async (id: number, change: Conversation) => {
    const { version } = await queryClient.fetchQuery({ ...conversationQuery(id), staleTime: 0 });
    return updateConversation(id, { ...change, version });
  };
  const tomorrow = () => nextBusinessDay(koreanDay(serverNow()));

  /** Finishes what `e` finishes; undefined where a row has no such act. */
  const finish = ({ kind, id, order_id, title }: DayItem) => {
    if (kind === 'step' && order_id !== null) {
      return act(
        `‘${title}’ 단계를 마쳤습니다. 1분 뒤에 고객에게 알립니다.`,
        () => updateStep(order_id, id, { is_done: true }),
        () => updateStep(order_id, id, { is_done: false }),
      );
    }
    if (kind !== 'message') return undefined;
    return act(
      '상담을 종료했습니다.',
      () => setConversation(id, { status: 'closed' }),
      () => setConversation(id, { status: 'waiting' }),
    );
  };
  /** Puts off what `h` puts off, to the next business day. */
  const postpone = ({ kind, id, order_id, title, due_at }: DayItem) => {
    const day = tomorrow();
    if (kind === 'step' && order_id !== null) {
      return act(
        `‘${title}’ 단계를 ${formatDay(day)}로 미뤘습니다.`,
        () => updateStep(order_id, id, { due_on: day }),
        () => updateStep(order_id, id, { due_on: due_at && koreanDay(new Date(due_at)) }),
      );
    }
    if (kind !== 'message') return undefined;
    return act(
      `상담을 ${formatDay(day)}까지 보류했습니다.`,
      () => setConversation(id, { status: 'on_hold', hold_until: day }),
      () => setConversation(id, { status: 'waiting' }),
    );
  };
  /** Records a call of an outcome that needs nothing else. */
  const logCall = (orderId: number, outcome: Exclude<CallOutcome, 'call_again'>) =>
    run(() => record(orderId, { outcome }));
  const take = (orderId: number) =>
    act(
      '사건을 맡았습니다.',
      () => assignOrder(orderId, { user_id: ownId, seen: null }),
      () => assignOrder(orderId, { user_id: null, seen: ownId }),
    );
  return { isBusy, problem, finish, postpone, logCall, take };
}

export type DayActs = ReturnType<typeof useDayActs>;

import { useState } from 'react';
import { type OverrideBody, overrideBody } from '#shared/features/casework/gate-schemas.ts';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useAppForm } from '#web/lib/form.ts';
import { useAction } from '#web/lib/use-action.ts';
import { AreaField } from '#web/ui/area-field.tsx';
import { confirm } from '#web/ui/ask.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { approveFiling } from './api.ts';
import { useReadCase } from './use-read-case.ts';

export type FilingTarget = { step_id: number } | { paper_id: number };
type Gate = Pick<AdminOrder, 'id' | 'gate'>;

function findOverride({ gate }: Gate, target: FilingTarget) {
  return gate.overrides.find(({ step_id, paper_id }) =>
    'step_id' in target ? step_id === target.step_id : paper_id === target.paper_id,
  );
}

/** Returns whether something may be marked as filed in the client's name. */
export function mayFile(order: Gate, target: FilingTarget): boolean {
  return order.gate.is_open || findOverride(order, target)?.approved_by != null;
}

type Props = {
  order: Gate;
  /** The administrator who looks at it. */
  ownId: number | undefined;
  target: FilingTarget;
  /** Names the step or paper, for screen readers. */
  title: string;
  isDone: boolean;
  /** Marks it as filed, with the reason; the server refuses, and keeps the reason for the second administrator. */
  onAsk: (override: OverrideBody) => Promise<unknown>;
};

/** Shows what holds up a filing in the client's name, and the exception that two administrators make (contract §8). */
export function FilingOverrideBox({ order, ownId, target, title, isDone, onAsk }: Props) {
  const [isAsking, setAsking] = useState(false);
  const override = findOverride(order, target);
  if (override?.approved_by) {
    return (
      <p className="break-words text-ink-700">
        {`수임계약서 없이 제출: ${override.reason} (요청 ${override.asked_by}, 승인 ${override.approved_by})`}
      </p>
    );
  }
  if (order.gate.is_open || isDone) return null;
  if (!override) {
    if (isAsking) return <AskForm title={title} onAsk={onAsk} onClose={() => setAsking(false)} />;
    return (
      <div className="grid justify-items-start gap-2">
        <p className="text-ink-700">수임계약서가 체결되면 완료할 수 있습니다.</p>
        <Button
          kind="secondary"
          aria-label={`계약서 없이 제출: ${title}`}
          onClick={() => setAsking(true)}
          className="md:min-h-9 md:px-4"
        >
          계약서 없이 제출
        </Button>
      </div>
    );
  }
  const isOwn = ownId === override.asked_by_id;
  return (
    <section aria-label={`승인을 기다리는 제출: ${title}`} className="grid gap-2 rounded border border-info px-3 py-2">
      <strong className="text-info">두 번째 확인을 기다리고 있습니다</strong>
      <p className="whitespace-pre-line break-words text-ink-900">{`까닭: ${override.reason}`}</p>
      <p className="break-words text-ink-700">{`${override.asked_by}, ${formatDateTime(override.asked_at)}`}</p>
      {isOwn ? (
        <p>다른 관리자가 승인하면 완료됩니다. 직접 승인할 수는 없습니다.</p>
      ) : (
        <ApproveButton orderId={order.id} target={target} title={title} />
      )}
    </section>
  );
}

function ApproveButton({ orderId, target, title }: { orderId: number; target: FilingTarget; title: string }) {
  const readCase = useReadCase();
  const { isBusy, problem, run } = useAction();
  const approve = async () => {
    const isAgreed = await confirm({
      title: '계약서 없는 제출 승인',
      message: `수임계약서가 체결되지 않았습니다. ‘${title}’ 제출을 승인하고 완료로 표시합니다. 두 사람의 이름이 감사 기록에 남습니다.`,
      confirmLabel: '승인하고 완료',
      isDangerous: true,
    });
    if (!isAgreed) return;
    await run(async () => {
      await approveFiling(orderId, target);
      await readCase();
    });
  };
  return (
    <div className="grid justify-items-start gap-2">
      {problem && <Notice kind="danger">{problem}</Notice>}
      <Button kind="danger" isBusy={isBusy} aria-label={`승인하고 완료: ${title}`} onClick={() => void approve()}>
        승인하고 완료
      </Button>
    </div>
  );
}

function AskForm({ title, onAsk, onClose }: Pick<Props, 'title' | 'onAsk'> & { onClose: () => void }) {
  const readCase = useReadCase();
  const { field, submit, problem, isSubmitting } = useAppForm(overrideBody, {
    defaultValues: { reason: '' },
    onSubmit: async (body) => {
      try {
        await onAsk(body);
      } catch (error) {
        // The refusal has stored the reason: from here on the second administrator decides.
        if (!(error instanceof ApiError) || error.code !== 'LETTER_MISSING') throw error;
      }
      await readCase();
      onClose();
    },
  });
  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label={`계약서 없이 제출: ${title}`}
      className="grid gap-2"
    >
      <AreaField
        {...field('reason')}
        label="계약서 없이 제출하는 까닭"
        hint="다른 관리자가 읽고 승인합니다."
        autoFocus
      />
      {problem && <Notice kind="danger">{problem}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={isSubmitting}>
          승인 요청
        </Button>
        <Button kind="secondary" onClick={onClose}>
          취소
        </Button>
      </div>
    </form>
  );
}

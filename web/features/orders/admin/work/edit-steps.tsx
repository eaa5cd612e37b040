import { useEffect, useRef, useState } from 'react';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import type { AdminOrderStep } from '#shared/features/orders/work-schemas.ts';
import { offerUndo } from '#web/admin-kit/undo/undo.ts';
import { useDragOrder } from '#web/admin-kit/use-drag-order.ts';
import { useSeen } from '#web/admin-kit/use-seen.ts';
import { useAction } from '#web/lib/use-action.ts';
import { confirm } from '#web/ui/ask.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { StepForm, stepValues } from './step-form.tsx';
import { StepRow } from './step-row.tsx';
import { useOrderSteps } from './use-order-steps.ts';

/** Shows what is done in a case, in order; customers read it, but for private ones. */
export function EditSteps({ order, ownId }: { order: AdminOrder; ownId: number | undefined }) {
  const steps = useOrderSteps(order);
  const { problem, run } = useAction();
  const [editedId, setEditedId] = useState<number>();
  const list = useRef<HTMLDivElement>(null);
  const lastEdited = useRef<number>(undefined);
  useEffect(() => {
    // The form is gone, so the focus returns to the button that opened it.
    if (editedId === undefined) {
      list.current?.querySelector<HTMLElement>(`[data-edit="${lastEdited.current}"]`)?.focus();
    }
    lastEdited.current = editedId;
  }, [editedId]);
  const save = async (ids: number[]) => {
    if (!(await run(() => steps.reorder(ids)))) await steps.refetch();
  };
  const { shown, held, handleProps } = useDragOrder(order.steps, (ids) => save(ids.map(Number)));
  const remove = async (step: AdminOrderStep) => {
    const isAgreed = await confirm({
      title: '단계 삭제',
      message: `‘${step.title}’ 단계를 삭제합니다. 고객의 화면에서도 사라집니다.`,
      confirmLabel: '삭제',
      isDangerous: true,
    });
    // The pressed button is gone.
    if (isAgreed && (await run(() => steps.remove(step.id)))) list.current?.focus();
  };
  const tick = (step: AdminOrderStep, isDone: boolean) =>
    run(async () => {
      await steps.update(step.id, { is_done: isDone });
      if (!isDone) return;
      const told = step.is_private ? '고객에게 알리지 않습니다.' : '1분 뒤에 고객에게 알립니다.';
      offerUndo({
        text: `‘${step.title}’ 단계를 마쳤습니다. ${told}`,
        undo: () => steps.update(step.id, { is_done: false }),
      });
    });
  return (
    <div ref={list} tabIndex={-1} className="grid gap-3">
      <p className="text-ink-500">
        고객의 주문에 보입니다. 단계를 완료하면 고객에게 한 번 알립니다. 비공개 단계는 보이지 않고 알리지 않습니다.
      </p>
      {problem && <Notice kind="danger">{problem}</Notice>}
      <ol aria-label="진행 단계" className="grid empty:hidden">
        {shown.map((step) =>
          step.id === editedId ? (
            <li key={step.id} className="border-line border-t py-3">
              <EditedStep step={step} steps={steps} onEnd={() => setEditedId(undefined)} />
            </li>
          ) : (
            <StepRow
              key={step.id}
              step={step}
              order={order}
              ownId={ownId}
              isHeld={held === step.id}
              handle={handleProps(step.id)}
              onDone={(isDone) => tick(step, isDone)}
              onAsk={(override) => steps.update(step.id, { is_done: true, override })}
              onEdit={() => setEditedId(step.id)}
              onRemove={() => void remove(step)}
            />
          ),
        )}
      </ol>
      <TemplateButton isEmpty={order.steps.length === 0} onAdd={steps.addTemplate} />
      <details className="border-line border-t pt-2">
        <summary className="min-h-11 py-2 font-semibold text-ink-900 md:min-h-9 md:py-1.5">단계 추가</summary>
        <div className="pt-2">
          <StepForm
            name="단계 추가"
            values={{ title: '', due_on: '', note: '', is_private: false, filing: false }}
            submitLabel="추가"
            onSubmit={steps.add}
          />
        </div>
      </details>
    </div>
  );
}

type EditedProps = { step: AdminOrderStep; steps: ReturnType<typeof useOrderSteps>; onEnd: () => void };

function EditedStep({ step, steps, onEnd }: EditedProps) {
  const { conflict, save, takeStored } = useSeen(step, () => steps.read(step.id));
  return (
    <StepForm
      name={`${step.title} 수정`}
      values={stepValues(step)}
      submitLabel="저장"
      onSubmit={async (body) => {
        await save((seen) => steps.update(step.id, { ...body, version: seen?.version }));
        onEnd();
      }}
      conflict={conflict && { stored: conflict, take: takeStored }}
      onCancel={onEnd}
    />
  );
}

function TemplateButton({ isEmpty, onAdd }: { isEmpty: boolean; onAdd: () => Promise<void> }) {
  const { isBusy, problem, run } = useAction();
  const [isDone, setDone] = useState(false);
  return (
    <div className="grid justify-items-start gap-2">
      {isEmpty && <p className="text-ink-900">아직 정한 단계가 없습니다.</p>}
      <Button kind="secondary" isBusy={isBusy} onClick={() => void run(onAdd).then(setDone)}>
        서비스의 단계 넣기
      </Button>
      {problem && <Notice kind="danger">{problem}</Notice>}
      <p role="status" className="text-success empty:hidden">
        {isDone && '서비스에 정해 둔 단계를 넣었습니다.'}
      </p>
    </div>
  );
}

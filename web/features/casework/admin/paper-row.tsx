import { type ReactNode, useState } from 'react';
import { medicalRecordForms } from '#content/papers/medical-records-form.ts';
import { type Paper, updatePaperBody } from '#shared/features/casework/paper-schemas.ts';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { mayStaffSet, type PaperState } from '#shared/rules/work/paper-state.ts';
import { ADMIN_LINK } from '#web/admin-kit/admin-page.tsx';
import { useAppForm } from '#web/lib/form.ts';
import { useAction } from '#web/lib/use-action.ts';
import { AreaField } from '#web/ui/area-field.tsx';
import { confirm } from '#web/ui/ask.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PAPER_LABELS } from '../case-words.ts';
import { DueDay } from '../due-day.tsx';
import { FormSheet } from '../form-sheet.tsx';
import { cancelPaper, updatePaper } from './api.ts';
import { FilingOverrideBox, mayFile } from './filing-override.tsx';
import { PaperForm } from './paper-form.tsx';
import { useReadCase } from './use-read-case.ts';

const ASKED_OF = { client: '의뢰인에게', payer: '결제하신 분에게' } as const;

type Props = {
  order: Pick<AdminOrder, 'id' | 'gate' | 'soldier'>;
  ownId: number | undefined;
  paper: Paper;
  filesOf: (paper: Paper) => ReactNode;
};

/** One paper with its files, and the acts that its state allows. */
export function PaperRow({ order, ownId, paper, filesOf }: Props) {
  const [isEditing, setEditing] = useState(false);
  const { id, title, why, asked_of, due_on, state, reason } = paper;
  const { label, kind } = PAPER_LABELS[state];
  const isOpen = state === 'requested' || state === 'returned';
  if (isEditing) {
    return (
      <li id={`paper-${id}`} className="border-line border-t py-3 first:border-t-0 first:pt-0">
        <PaperForm orderId={order.id} paper={paper} onClose={() => setEditing(false)} />
      </li>
    );
  }
  return (
    <li id={`paper-${id}`} className="grid scroll-mt-20 gap-2 border-line border-t py-3 first:border-t-0 first:pt-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0 break-words font-semibold text-ink-900">{title}</h3>
        <Badge kind={kind}>{label}</Badge>
        {paper.filing && <Badge kind="info">의뢰인 이름으로 제출</Badge>}
        {paper.form && <PrintedForms soldier={order.soldier?.fullname ?? ''} />}
        <span className="text-ink-500">{ASKED_OF[asked_of]}</span>
        {isOpen && due_on && <DueDay day={due_on} />}
      </div>
      {why && <p className="whitespace-pre-line break-words text-ink-700">{why}</p>}
      {reason && <p className="whitespace-pre-line break-words text-ink-900">{`까닭: ${reason}`}</p>}
      {filesOf(paper)}
      {paper.filing && (
        <FilingOverrideBox
          order={order}
          ownId={ownId}
          target={{ paper_id: id }}
          title={title}
          isDone={state !== 'requested' && state !== 'uploaded' && state !== 'returned'}
          onAsk={(override) => updatePaper(order.id, id, { state: 'accepted', override })}
        />
      )}
      <PaperActs order={order} paper={paper} onEdit={() => setEditing(true)} />
    </li>
  );
}

/** The sheets as the client prints them. */
function PrintedForms({ soldier }: { soldier: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Badge kind="info">인쇄해 자필 서명</Badge>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)} className={ADMIN_LINK}>
        양식 보기
      </button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="인쇄해서 서명하는 양식" size="large" isSheet>
        {medicalRecordForms(soldier).map((form) => (
          <FormSheet key={form.title} form={form} />
        ))}
      </Dialog>
    </>
  );
}

type Reasoned = 'returned' | 'not_needed';
const REASON_LABELS: Record<Reasoned, string> = { returned: '다시 요청', not_needed: '필요 없음' };

function PaperActs({ order, paper, onEdit }: Omit<Props, 'ownId' | 'filesOf'> & { onEdit: () => void }) {
  const { id, title, state, files } = paper;
  const orderId = order.id;
  const readCase = useReadCase();
  const { isBusy, problem, run } = useAction();
  const [asked, setAsked] = useState<Reasoned>();
  const act = (action: () => Promise<unknown>) =>
    run(async () => {
      await action();
      await readCase();
    });
  const set = (to: PaperState) => act(() => updatePaper(orderId, id, { state: to }));
  const cancel = async () => {
    const message = `‘${title}’ 요청을 취소합니다. 올라온 파일은 남습니다.`;
    const isAgreed = await confirm({ title: '요청 취소', message, confirmLabel: '요청 취소', cancelLabel: '돌아가기' });
    if (isAgreed) await act(() => cancelPaper(orderId, id));
  };
  if (asked) {
    return <ReasonForm orderId={orderId} paperId={id} state={asked} onClose={() => setAsked(undefined)} />;
  }
  const button = (label: string, onClick: () => unknown, kind: 'primary' | 'secondary' = 'secondary') => (
    <Button
      kind={kind}
      isBusy={isBusy}
      aria-label={`${label}: ${title}`}
      onClick={() => void onClick()}
      className="md:min-h-9 md:px-4"
    >
      {label}
    </Button>
  );
  const isFileable = !paper.filing || mayFile(order, { paper_id: id });
  const isEnded = state === 'not_needed' || state === 'cancelled';
  const isOpen = state === 'requested' || state === 'returned' || state === 'uploaded';
  return (
    <>
      {problem && <Notice kind="danger">{problem}</Notice>}
      <div className="flex flex-wrap gap-2">
        {isOpen && isFileable && button('확인', () => set('accepted'), state === 'uploaded' ? 'primary' : 'secondary')}
        {state !== 'returned' &&
          !isEnded &&
          mayStaffSet(state, 'returned', files.length > 0) &&
          button('다시 요청', () => setAsked('returned'))}
        {isOpen && button('수정', onEdit)}
        {isOpen && button('필요 없음', () => setAsked('not_needed'))}
        {isOpen && button('요청 취소', cancel)}
        {isEnded && button('다시 열기', () => set('requested'))}
      </div>
    </>
  );
}

type ReasonProps = { orderId: number; paperId: number; state: Reasoned; onClose: () => void };

function ReasonForm({ orderId, paperId, state, onClose }: ReasonProps) {
  const readCase = useReadCase();
  const { field, submit, problem, isSubmitting } = useAppForm(updatePaperBody, {
    defaultValues: { state, reason: '' },
    onSubmit: async ({ reason }) => {
      await updatePaper(orderId, paperId, { state, reason });
      await readCase();
      onClose();
    },
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label={REASON_LABELS[state]} className="grid gap-2">
      <AreaField
        {...field('reason')}
        label={`${REASON_LABELS[state]}: 까닭`}
        hint="요청받은 분이 읽습니다."
        autoFocus
      />
      {problem && <Notice kind="danger">{problem}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={isSubmitting}>
          보내기
        </Button>
        <Button kind="secondary" onClick={onClose}>
          취소
        </Button>
      </div>
    </form>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { Paper } from '#shared/features/casework/paper-schemas.ts';
import type { OrderDetail } from '#shared/features/orders/schemas.ts';
import { bringsPaper } from '#shared/rules/case-access/part-in-order.ts';
import { takesFiles } from '#shared/rules/work/paper-state.ts';
import { addPaperFiles } from '#web/features/casework/api.ts';
import { PAPER_LABELS } from '#web/features/casework/case-words.ts';
import { DueDay } from '#web/features/casework/due-day.tsx';
import { FileUpload } from '#web/features/consultations/file-upload.tsx';
import { AttachmentView } from '#web/features/consultations/thread/attachment-view.tsx';
import { orderQuery } from '#web/features/orders/api.ts';
import { Badge } from '#web/ui/badge.tsx';
import { TEXT_LINK } from '#web/ui/button-class.ts';
import { Notice } from '#web/ui/notice.tsx';

type Props = { order: Pick<OrderDetail, 'id' | 'papers' | 'my_role' | 'participants'> };

/** The papers that the firm asks for: why, by when, how far, with the files that were given. */
export function PaperList({ order }: Props) {
  const { id, papers } = order;
  return (
    <ul className="grid gap-4">
      {papers.map((paper) => (
        <li
          key={paper.id}
          id={`paper-${paper.id}`}
          className="grid min-w-0 scroll-mt-20 gap-3 rounded-card border border-line bg-surface p-4 md:p-5"
        >
          <PaperHead paper={paper} />
          {paper.form && takesFiles(paper.state) && (
            <Link
              to="/orders/$orderId/papers/$paperId/form"
              params={{ orderId: String(id), paperId: String(paper.id) }}
              className={TEXT_LINK}
            >
              인쇄할 양식 열기
            </Link>
          )}
          {paper.files.length > 0 && (
            <ul aria-label={`${paper.title}: 올린 파일`} className="grid gap-3 sm:grid-cols-2">
              {paper.files.map((file) => (
                <li key={file.id} className="min-w-0">
                  <AttachmentView attachment={file} />
                </li>
              ))}
            </ul>
          )}
          {bringsPaper(order, paper.asked_of) && <PaperUpload orderId={id} paper={paper} />}
        </li>
      ))}
    </ul>
  );
}

function PaperHead({ paper: { title, why, due_on, state, reason } }: { paper: Paper }) {
  const { label, kind } = PAPER_LABELS[state];
  const isOpen = state === 'requested' || state === 'returned';
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0 break-words font-semibold text-ink-900">{title}</h3>
        <Badge kind={kind}>{label}</Badge>
      </div>
      {why && <p className="mt-1 whitespace-pre-line break-words text-small">{why}</p>}
      {isOpen && due_on && (
        <p className="mt-1 text-ink-900 text-small">
          <DueDay day={due_on} />
        </p>
      )}
      {reason && (
        <p className="mt-2 whitespace-pre-line break-words border-danger border-l-2 pl-3 text-ink-900 text-small">
          <span className="font-semibold">{state === 'returned' ? '다시 요청하는 까닭: ' : '까닭: '}</span>
          {reason}
        </p>
      )}
      {state === 'uploaded' && <p className="mt-1 text-ink-700 text-small">담당자가 확인하고 있습니다.</p>}
    </div>
  );
}

/** Stays after the files were given, so that it can say so. */
function PaperUpload({ orderId, paper }: { orderId: number; paper: Paper }) {
  const queryClient = useQueryClient();
  const result = useRef<HTMLDivElement>(null);
  const [isDone, setDone] = useState(false);
  const give = async (ids: number[]) => {
    await addPaperFiles(orderId, paper.id, ids);
    await queryClient.invalidateQueries({ queryKey: orderQuery(orderId).queryKey });
    setDone(true);
    // The form is another one, so move the focus to the result.
    result.current?.focus();
  };
  return (
    <div ref={result} tabIndex={-1} className="empty:hidden">
      {isDone && paper.state === 'uploaded' && <Notice kind="success">파일을 보냈습니다. 담당자가 확인합니다.</Notice>}
      {takesFiles(paper.state) && (
        <FileUpload
          key={paper.files.length}
          label={`${paper.title} ${paper.files.length > 0 ? '더 올리기' : '올리기'}`}
          sendLabel="서류 보내기"
          onSend={give}
        />
      )}
    </div>
  );
}

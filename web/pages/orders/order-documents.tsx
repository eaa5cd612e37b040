import type { OrderDetail, OrderDocument } from '#shared/features/orders/schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { AttachmentView } from '#web/features/consultations/thread/attachment-view.tsx';

/** Says who sent a file: in the shared room of a case there are two customers. */
function senderOf({ from, author, is_own }: OrderDocument): string {
  if (is_own) return '내가 보냄';
  return from === 'staff' ? '담당자가 보냄' : `${author.name}님이 보냄`;
}

/** The files of the order's conversations. */
export function OrderDocuments({ documents }: Pick<OrderDetail, 'documents'>) {
  if (documents.length === 0) {
    return <p className="text-ink-700">아직 주고받은 문서가 없습니다. 상담에서 보내신 파일이 여기에 모입니다.</p>;
  }
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      {documents.map((document) => (
        <li key={document.id} className="min-w-0">
          <p className="mb-1 text-caption text-ink-500 tabular-nums">
            {`${senderOf(document)} · ${formatDateTime(document.created_at)}`}
          </p>
          <AttachmentView attachment={document} />
        </li>
      ))}
    </ul>
  );
}

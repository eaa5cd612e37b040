import { PageParts } from '#web/features/layout/page-parts.tsx';

const PROGRESS = { id: 'progress', label: '진행' };
const CONSULT = { id: 'consult', label: '대화' };
const DOCUMENTS = { id: 'documents', label: '문서' };
const FACTS = { id: 'facts', label: '신청 정보' };

/** The parts of the case room. A person who reads no room of the case, as a guardian, has fewer. */
export function CaseNav({ unread, hasRooms }: { unread: number; hasRooms: boolean }) {
  const mark = unread > 0 && (
    <span className="rounded-full bg-brass-300 px-1.5 font-semibold text-caption text-ink-950 tabular-nums">
      {`새 답변 ${unread}`}
    </span>
  );
  const parts = hasRooms ? [PROGRESS, { ...CONSULT, mark }, DOCUMENTS, FACTS] : [PROGRESS, FACTS];
  return <PageParts label="내 사건" parts={parts} />;
}

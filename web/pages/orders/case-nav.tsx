import { PageParts } from '#web/features/layout/page-parts.tsx';

const PROGRESS = { id: 'progress', label: '진행' };
const CONSULT = { id: 'consult', label: '대화' };
const DOCUMENTS = { id: 'documents', label: '문서' };
const FACTS = { id: 'facts', label: '신청 정보' };
const PEOPLE = { id: 'people', label: '참여자' };

type Props = { unread: number; hasRooms: boolean; hasPeople: boolean };

/** The parts of the case room. A person who reads no room of the case, as a guardian, has fewer. */
export function CaseNav({ unread, hasRooms, hasPeople }: Props) {
  const mark = unread > 0 && (
    <span className="rounded-full bg-brass-300 px-1.5 font-semibold text-caption text-ink-950 tabular-nums">
      {`새 답변 ${unread}`}
    </span>
  );
  const parts = [PROGRESS, ...(hasRooms ? [{ ...CONSULT, mark }, DOCUMENTS] : []), FACTS];
  if (hasRooms && hasPeople) parts.push(PEOPLE);
  return <PageParts label="내 사건" parts={parts} />;
}

import { AdminPage, Panel } from '#web/features/admin-kit/admin-page.tsx';

const PLANNED = [
  { name: '실시간 답변', text: '고객의 문의에 바로 답합니다.' },
  { name: '첨부', text: '사진과 문서를 주고받습니다.' },
  { name: '기록', text: '지난 상담을 찾아 이어서 봅니다.' },
  { name: '상태와 배정', text: '상담의 진행 상태를 표시하고 담당자를 정합니다.' },
] as const;

/** A placeholder for a later feature (spec §2). */
export function AdminChatPage() {
  return (
    <AdminPage title="채팅 상담">
      <Panel>
        <p className="font-semibold text-ink-900">채팅 상담은 준비 중입니다.</p>
        <p className="mt-1">아래 기능을 제공할 예정입니다.</p>
        <ul className="mt-4 grid gap-3 sm:grid-cols-2">
          {PLANNED.map(({ name, text }) => (
            <li key={name} className="rounded border border-line p-3">
              <p className="font-semibold text-ink-900">{name}</p>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </Panel>
    </AdminPage>
  );
}

import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import type { AdminConversationDetail } from '#shared/features/consultations/admin-schemas.ts';
import { usePageActs } from '#web/admin-kit/keys/page-acts.ts';
import { serverNow } from '#web/lib/browsers/server-clock.ts';
import { Button } from '#web/ui/button.tsx';
import { DayField } from '#web/ui/dates/day-field.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { CONTROL_CLASS } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { assigneesQuery } from './api.ts';
import { useChangeConversation } from './use-change-conversation.ts';

const DAY_MS = 86_400_000;
const KOREA_OFFSET_MS = 9 * 3_600_000;
const UNASSIGNED = '';
const HOLD_MESSAGE = '보류할 날짜를 내일 이후로 선택해주세요.';

/** Tomorrow in Korea, as `2026-12-01`. */
function tomorrow(): string {
  return new Date(serverNow().getTime() + KOREA_OFFSET_MS + DAY_MS).toISOString().slice(0, 10);
}

/** Who takes the conversation, and its status. */
export function ConversationActions({ conversation, ownId }: { conversation: AdminConversationDetail; ownId: number }) {
  const { status, assignee, waiting_since } = conversation;
  const [isHolding, setHolding] = useState(false);
  const { isBusy, problem, change } = useChangeConversation(conversation);
  const isOpen = status !== 'closed';
  const isOwn = assignee?.id === ownId;
  const take = () => void change({ assignee_id: ownId });
  const close = () => void change({ status: 'closed' });
  usePageActs([
    !isBusy && !isOwn && { name: '내가 맡기', key: 'KeyA', act: take },
    !isBusy && isOpen && { name: '상담 보류', key: 'KeyH', act: () => setHolding(true) },
    !isBusy && isOpen && { name: '상담 종료', key: 'KeyE', act: close },
  ]);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <AssigneeSelect
          assignee={assignee}
          isBusy={isBusy}
          onAssign={(assigneeId) => void change({ assignee_id: assigneeId })}
        />
        {!isOwn && (
          <Button kind="secondary" isBusy={isBusy} aria-keyshortcuts="a" onClick={take}>
            내가 맡기
          </Button>
        )}
        {isOpen && (
          <Button kind="secondary" isBusy={isBusy} aria-keyshortcuts="h" onClick={() => setHolding(true)}>
            {status === 'on_hold' ? '보류일 변경' : '보류'}
          </Button>
        )}
        {status === 'on_hold' && (
          <Button
            kind="secondary"
            isBusy={isBusy}
            onClick={() => void change({ status: waiting_since === null ? 'answered' : 'waiting' })}
          >
            보류 해제
          </Button>
        )}
        {isOpen ? (
          <Button kind="secondary" isBusy={isBusy} aria-keyshortcuts="e" onClick={close}>
            상담 종료
          </Button>
        ) : (
          <Button kind="secondary" isBusy={isBusy} onClick={() => void change({ status: 'answered' })}>
            다시 열기
          </Button>
        )}
      </div>
      {problem && <Notice kind="danger">{problem}</Notice>}
      <HoldDialog
        isOpen={isHolding}
        initial={conversation.hold_until ?? tomorrow()}
        onClose={() => setHolding(false)}
        onHold={(day) => {
          setHolding(false);
          void change({ status: 'on_hold', hold_until: day });
        }}
      />
    </div>
  );
}

type AssigneeProps = {
  assignee: AdminConversationDetail['assignee'];
  isBusy: boolean;
  onAssign: (assigneeId: number | null) => void;
};

function AssigneeSelect({ assignee, isBusy, onAssign }: AssigneeProps) {
  const { data = [] } = useQuery(assigneesQuery);
  // Someone who may no longer be given a conversation can still have one.
  const people = assignee && !data.some(({ id }) => id === assignee.id) ? [assignee, ...data] : data;
  const id = useId();
  return (
    <span className="flex items-center gap-2">
      <label htmlFor={id} className="shrink-0 text-ink-700">
        담당
      </label>
      <select
        id={id}
        value={assignee?.id ?? UNASSIGNED}
        disabled={isBusy}
        onChange={({ currentTarget }) =>
          onAssign(currentTarget.value === UNASSIGNED ? null : Number(currentTarget.value))
        }
        className={`${CONTROL_CLASS} w-36 pr-9`}
      >
        <option value={UNASSIGNED}>미배정</option>
        {people.map((person) => (
          <option key={person.id} value={person.id}>
            {person.name}
          </option>
        ))}
      </select>
    </span>
  );
}

type HoldProps = { isOpen: boolean; initial: string; onClose: () => void; onHold: (day: string) => void };

function HoldDialog({ isOpen, initial, onClose, onHold }: HoldProps) {
  const [problem, setProblem] = useState<string>();
  const clear = () => setProblem(undefined);
  const handleClose = () => {
    clear();
    onClose();
  };
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const day = String(new FormData(event.currentTarget).get('day'));
    if (day === '' || !event.currentTarget.checkValidity()) return setProblem(HOLD_MESSAGE);
    onHold(day);
  };
  return (
    <Dialog isOpen={isOpen} onClose={handleClose} title="상담 보류" size="small">
      <form onSubmit={handleSubmit} noValidate className="grid gap-4">
        <DayField
          label="보류가 끝나는 날"
          hint="그날이 되거나 고객이 메시지를 보내면 다시 열립니다."
          name="day"
          min={tomorrow()}
          defaultValue={initial}
          sentence={HOLD_MESSAGE}
          error={problem}
          onChange={clear}
        />
        <Button type="submit">보류하기</Button>
      </form>
    </Dialog>
  );
}

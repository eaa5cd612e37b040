import { useState } from 'react';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { removeParticipantBody } from '#shared/features/participants/admin-schemas.ts';
import type { Participant } from '#shared/features/participants/schemas.ts';
import { formatDate } from '#shared/format/dates.ts';
import { useReadCase } from '#web/features/casework/admin/use-read-case.ts';
import { useAppForm } from '#web/lib/form.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { ROLE_WORDS, STATE_WORDS } from '../participant-words.ts';
import { AddParticipant } from './add-participant.tsx';
import { removeParticipant } from './api.ts';

type Props = { order: Pick<AdminOrder, 'id' | 'participants'> };

/** Who takes part in a case; a call confirms a person who cannot pass the identity check. */
export function CaseParticipants({ order: { id, participants } }: Props) {
  const [isAdding, setAdding] = useState(false);
  return (
    <div className="grid gap-3">
      <ul className="grid">
        {participants.map((participant) => (
          <Row key={participant.id} orderId={id} participant={participant} />
        ))}
      </ul>
      {isAdding ? (
        <AddParticipant orderId={id} onClose={() => setAdding(false)} />
      ) : (
        <Button kind="secondary" className="justify-self-start" onClick={() => setAdding(true)}>
          통화로 확인하고 참여시키기
        </Button>
      )}
    </div>
  );
}

function Row({ orderId, participant }: { orderId: number; participant: Participant }) {
  const { role, state, name, joined_at } = participant;
  const [isRemoving, setRemoving] = useState(false);
  const isActive = state === 'invited' || state === 'joined';
  return (
    <li className="grid gap-2 border-line border-t py-3 first:border-t-0 first:pt-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-ink-900">{`${name} (${ROLE_WORDS[role]})`}</span>
        <span className="text-ink-500">{STATE_WORDS[state]}</span>
        {joined_at && <span className="text-ink-500 tabular-nums">{`${formatDate(joined_at)}부터`}</span>}
        {role !== 'payer' && isActive && !isRemoving && (
          <Button kind="secondary" className="ml-auto" onClick={() => setRemoving(true)}>
            {state === 'invited' ? '초대 취소' : '참여 끝내기'}
            <span className="sr-only">{` (${name})`}</span>
          </Button>
        )}
      </div>
      {isRemoving && <Removal orderId={orderId} participant={participant} onClose={() => setRemoving(false)} />}
    </li>
  );
}

function Removal({ orderId, participant, onClose }: Parameters<typeof Row>[0] & { onClose: () => void }) {
  const { id, name, state } = participant;
  const readCase = useReadCase();
  const { field, submit, problem, isSubmitting } = useAppForm(removeParticipantBody, {
    defaultValues: { note: '' },
    onSubmit: async (body) => {
      await removeParticipant(orderId, id, body);
      await readCase();
      onClose();
    },
  });
  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label={`${name} 참여 끝내기`}
      className="grid gap-3 rounded border border-line p-3"
    >
      <p className="text-ink-700">
        {state === 'invited'
          ? '보낸 링크는 열리지 않게 됩니다.'
          : '본인이 쓴 글과 파일은 남고, 사건의 내용은 더 볼 수 없습니다. 두 분에게 이메일로 알립니다.'}
      </p>
      <TextField {...field('note')} label="확인한 내용" hint="감사 기록에 남습니다." autoComplete="off" autoFocus />
      {problem && <Notice kind="danger">{problem}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" kind="danger" isBusy={isSubmitting}>
          {state === 'invited' ? '초대 취소' : '참여 끝내기'}
        </Button>
        <Button kind="secondary" onClick={onClose}>
          돌아가기
        </Button>
      </div>
    </form>
  );
}

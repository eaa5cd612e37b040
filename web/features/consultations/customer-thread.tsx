import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Conversation } from '#shared/features/consultations/schemas.ts';
import { formatDate } from '#shared/format/dates.ts';
import { serverNow } from '#web/lib/browsers/server-clock.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { InAppHint } from '#web/ui/in-app/in-app-hint.tsx';
import { customerSource } from './api.ts';
import { confirmRoom, readersOf } from './rooms.ts';
import { ThreadPanel } from './thread/thread-panel.tsx';

type Props = {
  conversation: Conversation;
  accountId: number;
  /** How many messages are unread when it is opened. */
  unread: number;
};

/** A conversation as its customer reads and writes it. */
export function CustomerThread({ conversation, accountId, unread }: Props) {
  const { id, subject, order_id, closed_at, reopens_until } = conversation;
  const source = useMemo(() => customerSource(id), [id]);
  const isOver = reopens_until !== null && new Date(reopens_until) < serverNow();
  return (
    <>
      <InAppHint className="border-line border-b bg-paper px-4 py-2 text-caption text-ink-700 md:px-6">
        이 앱 안에서는 파일이 저장되지 않을 수 있습니다.
      </InAppHint>
      <ThreadPanel
        key={id}
        source={source}
        accountId={accountId}
        label={`상담 내용: ${subject}`}
        unread={unread}
        isSure={() => confirmRoom(conversation, 'customer')}
        composer={{
          readers: readersOf(conversation, 'customer'),
          label: '메시지',
          placeholder: closed_at === null ? '궁금하신 점을 적어주세요.' : '메시지를 보내시면 상담이 다시 열립니다.',
        }}
        {...(isOver && { closed: <ClosedNote id={id} closedAt={closed_at ?? ''} hasOrder={order_id !== null} /> })}
      />
    </>
  );
}

function ClosedNote({ id, closedAt, hasOrder }: { id: number; closedAt: string; hasOrder: boolean }) {
  return (
    <div className="flex flex-wrap items-center gap-3 border-line border-t bg-surface px-4 py-4 md:px-6">
      <p className="grow text-small">{`${closedAt && formatDate(closedAt)}에 종료된 상담입니다. 이어서 문의하시려면 새 상담을 시작해주세요.`}</p>
      {!hasOrder && (
        <Link to="/consult" search={{ previousId: id }} className={buttonClass('secondary')}>
          이어서 새 상담
        </Link>
      )}
    </div>
  );
}

import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import type { MyAccount } from '#shared/features/accounts/schemas.ts';
import type { AdminConversationDetail } from '#shared/features/consultations/admin-schemas.ts';
import type { Message } from '#shared/features/consultations/schemas.ts';
import { usePageActs } from '#web/admin-kit/keys/page-acts.ts';
import { confirm } from '#web/ui/ask.ts';
import { confirmRoom, readersOf } from '../rooms.ts';
import { DropZone } from '../thread/drop-zone.tsx';
import { MessageComposer } from '../thread/message-composer.tsx';
import type { OutgoingMessage, ThreadSource } from '../thread/thread-source.ts';
import { useComposer } from '../thread/use-composer.ts';
import type { Thread } from '../thread/use-thread.ts';
import { CannedMenu } from './canned-menu.tsx';
import { CannedRepliesDialog } from './canned-replies-dialog.tsx';
import { unfilledVariable } from './canned-text.ts';
import { useCannedMenu } from './use-canned-menu.ts';

type Props = {
  conversation: AdminConversationDetail;
  source: ThreadSource;
  thread: Thread;
  account: Pick<MyAccount, 'id' | 'fullname'>;
  /** r and n begin an answer and a note; where the page has no other conversation. */
  hasKeys?: boolean;
  /** Further acts of the page beside the two kinds. */
  acts?: ReactNode;
};

export const COMPOSER_TOOL =
  'inline-flex min-h-11 items-center rounded px-2 font-semibold text-ink-700 hover:bg-olive-100';

/** The last answer of a colleague; 0 without one. */
function lastOfColleagues(messages: readonly Message[]): number {
  const last = messages.findLast(
    ({ kind, author, is_own }) => kind === 'message' && author.kind === 'staff' && !is_own,
  );
  return last?.seq ?? 0;
}

/**
 * Asks where a text should not go out as it is: a variable is left in it, or a colleague answered
 * while it was written.
 */
async function isSure(text: string, colleague: string | undefined): Promise<boolean> {
  const variable = unfilledVariable(text);
  if (variable !== undefined) {
    const message = `채워지지 않은 항목 ${variable}이(가) 남아 있습니다. 그대로 보낼까요?`;
    if (!(await confirm({ title: '내용 확인', message, confirmLabel: '그대로 보내기' }))) return false;
  }
  if (colleague === undefined) return true;
  const message = `작성하는 동안 ${colleague} 님이 먼저 답변했습니다. 그래도 보낼까요?`;
  return confirm({ title: '다른 답변이 있습니다', message, confirmLabel: '보내기' });
}

/** In place of the composer: the client has left, or shares the conversation no longer. */
function UnreadRoom() {
  return (
    <p className="border-line border-t bg-surface px-4 py-4 text-small md:px-6">
      지금은 고객이 읽을 수 없는 대화입니다. 다른 대화방에서 답변해주세요.
    </p>
  );
}

const COMPOSER_KEYS = { message: 'r', note: 'n' } as const;

/** Where administrators answer or write a private note, with canned replies by `/`. */
export function AdminComposer({ conversation, source, thread: { store, snapshot }, account, hasKeys, acts }: Props) {
  const [kind, setKind] = useState<OutgoingMessage['kind']>('message');
  const [isManaging, setManaging] = useState(false);
  const composer = useComposer({ source, store, accountId: account.id, kind });
  const { text, setText } = composer;
  const seenSeq = useRef<number>(undefined);
  const lastSeq = lastOfColleagues(snapshot.messages);
  // All that was there when the text was begun has been seen.
  if (text === '') seenSeq.current = undefined;
  else seenSeq.current ??= lastSeq;
  const canned = useCannedMenu({ text, setText, conversation, ownName: account.fullname });
  const isNote = kind === 'note';
  const frame = useRef<HTMLDivElement>(null);
  const begin = (wanted: OutgoingMessage['kind']) => () => {
    setKind(wanted);
    frame.current?.querySelector('textarea')?.focus();
  };
  usePageActs(
    hasKeys
      ? [
          { name: '고객에게 답변 쓰기', key: 'KeyR', act: begin('message') },
          { name: '내부 메모 쓰기', key: 'KeyN', act: begin('note') },
        ]
      : [],
  );

  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Outside the field, the page's keys lead on: to the next conversation, or to the end of this one.
    if (event.key === 'Escape' && !canned.isOpen) event.currentTarget.blur();
    else canned.handleKeyDown(event);
  };

  const send = async () => {
    if (!composer.canSend) return;
    const isOvertaken = !isNote && lastSeq > (seenSeq.current ?? lastSeq);
    const answer = isOvertaken ? snapshot.messages.find(({ seq, note }) => seq === lastSeq && note === 0) : undefined;
    if (isNote || ((await isSure(text, answer?.author.name)) && (await confirmRoom(conversation, 'staff')))) {
      composer.send();
    }
  };

  const own = conversation.rooms.find(({ conversation_id }) => conversation_id === conversation.id);
  if (own?.is_read_by_customer === false) return <UnreadRoom />;
  return (
    <DropZone ref={frame} onFiles={composer.uploads.add} className="shrink-0">
      {canned.isOpen && (
        <CannedMenu replies={canned.replies} activeIndex={canned.activeIndex} onChoose={canned.insert} />
      )}
      <div className="flex tight:hidden flex-wrap justify-between gap-1 border-line border-t bg-surface px-4 py-1.5 md:px-6">
        <div className="flex flex-wrap gap-x-1">
          <fieldset className="flex gap-1">
            <legend className="sr-only">보낼 내용의 종류</legend>
            {(['message', 'note'] as const).map((value) => (
              <button
                key={value}
                type="button"
                aria-pressed={kind === value}
                aria-keyshortcuts={hasKeys ? COMPOSER_KEYS[value] : undefined}
                onClick={() => setKind(value)}
                className={`${COMPOSER_TOOL} aria-pressed:bg-ink-900 aria-pressed:text-paper`}
              >
                {value === 'message' ? '고객에게 답변' : '내부 메모'}
              </button>
            ))}
          </fieldset>
          {acts}
        </div>
        <button type="button" onClick={() => setManaging(true)} className={COMPOSER_TOOL}>
          자주 쓰는 답변
        </button>
      </div>
      <MessageComposer
        composer={{ ...composer, send: () => void send() }}
        label={isNote ? '내부 메모' : '고객에게 답변'}
        {...(!isNote && { readers: readersOf(conversation, 'staff') })}
        placeholder={isNote ? '담당자끼리만 보는 메모' : '답변 입력, / 로 자주 쓰는 답변 찾기'}
        sendLabel={isNote ? '메모 남기기' : '보내기'}
        isNote={isNote}
        menu={{ ...canned, handleKeyDown }}
      />
      <CannedRepliesDialog isOpen={isManaging} onClose={() => setManaging(false)} />
    </DropZone>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useAction } from '#web/lib/use-action.ts';
import { Notice } from '#web/ui/notice.tsx';
import { ADMIN_KEY } from '../admin-key.ts';
import { ADMIN_LINK } from '../admin-page.tsx';

/** A row of a list of messages, which may have failed. */
type Message = { id: number; recipient: string; needsAttention: boolean };
type Act = 'resend' | 'dismiss';
type Calls = Record<Act, (id: number) => Promise<unknown>> & { noun: '메일' | '알림' };

/** The action that runs, and how a row starts one. */
export type FailedActs = {
  busy: { id: number; act: Act } | undefined;
  start: (message: Message, act: Act) => void;
};

/** Resends a failed message or dismisses its failure, one at a time, and says what came of it. */
export function useFailedActs({ noun, ...calls }: Calls) {
  const queryClient = useQueryClient();
  const { problem, run } = useAction();
  const [busy, setBusy] = useState<FailedActs['busy']>();
  const [result, setResult] = useState<string>();
  const said = useRef<HTMLDivElement>(null);
  const act = async ({ id, recipient }: Message, act: Act) => {
    setResult(undefined);
    setBusy({ id, act });
    if (await run(() => calls[act](id))) {
      const done =
        act === 'resend' ? `보낼 ${noun}을 다시 보내고 있습니다.` : `보내지 못한 ${noun}을 확인 처리했습니다.`;
      setResult(`${recipient}에게 ${done}`);
    }
    await queryClient.invalidateQueries({ queryKey: ADMIN_KEY });
    setBusy(undefined);
    // The button disappears with its failure: move the keyboard focus.
    said.current?.focus();
  };
  const acts: FailedActs = { busy, start: (message, kind) => void act(message, kind) };
  const outcome = (
    <div ref={said} tabIndex={-1} className="empty:hidden">
      {problem && <Notice kind="danger">{problem}</Notice>}
      {result && <Notice kind="success">{result}</Notice>}
    </div>
  );
  return { acts, outcome };
}

type ButtonsProps = { message: Message; canResend: boolean; acts: FailedActs };

/** The buttons of a failed message; a dismissed one can still be sent again. */
export function FailedButtons({ message, canResend, acts: { busy, start } }: ButtonsProps) {
  const { id, recipient, needsAttention } = message;
  const button = (act: Act, label: string, busyLabel: string) => (
    <button
      type="button"
      disabled={busy !== undefined}
      onClick={() => start(message, act)}
      className={`${ADMIN_LINK} -my-2.5 whitespace-nowrap md:my-0 disabled:text-ink-500 disabled:no-underline`}
    >
      <span className="sr-only">{`${recipient}에게 `}</span>
      {busy?.id === id && busy.act === act ? busyLabel : label}
    </button>
  );
  return (
    <span className="flex shrink-0 gap-x-3">
      {canResend && button('resend', '다시 보내기', '보내는 중')}
      {needsAttention && button('dismiss', '확인 처리', '처리 중')}
    </span>
  );
}

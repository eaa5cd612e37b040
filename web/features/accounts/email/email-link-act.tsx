import { type ReactNode, useState } from 'react';
import { useAction } from '#web/lib/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Outcome } from '#web/ui/outcome.tsx';

type Props = {
  /** Undefined: the address of the page has none. */
  token: string | undefined;
  button: string;
  act: (token: string) => Promise<{ message: string }>;
  onDone?: () => void;
  /** Where to go after the act. */
  next: ReactNode;
};

const TOKEN_MISSING = '링크에 필요한 정보가 없습니다. 메일에 있는 링크를 다시 열어주세요.';

/**
 * The one click that a link of a mail asks for. Opening the page changes nothing, because mail
 * scanners open links (contract §6).
 */
export function EmailLinkAct({ token, button, act, onDone, next }: Props) {
  const [done, setDone] = useState<string>();
  const { run, isBusy, problem } = useAction();
  const handleClick = () =>
    run(async () => {
      const { message } = await act(token ?? '');
      setDone(message);
      onDone?.();
    });
  if (done !== undefined) {
    return (
      <Outcome title="완료되었습니다">
        <p>{done}</p>
        <div className="mt-2">{next}</div>
      </Outcome>
    );
  }
  return (
    <div className="grid gap-5">
      {token === undefined && <Notice kind="danger">{TOKEN_MISSING}</Notice>}
      {problem && <Notice kind="danger">{problem}</Notice>}
      <Button onClick={() => void handleClick()} isBusy={isBusy} disabled={token === undefined} className="w-full">
        {button}
      </Button>
    </div>
  );
}

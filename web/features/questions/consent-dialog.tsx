import { ApiError } from '#web/lib/api-error.ts';
import { useAction } from '#web/lib/use-action.ts';
import { confirm } from '#web/ui/ask.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { useConsent } from './use-consent.ts';

type Consent = ReturnType<typeof useConsent>;
type Props = { consent: Consent; isOpen: boolean; onClose: () => void };

/** The text of the consent to the use of sensitive data; pressing the button gives it. */
export function ConsentDialog({ consent: { consent, give, read }, isOpen, onClose }: Props) {
  const { isBusy, problem, run } = useAction();
  if (!consent) return null;
  const handleGive = async () => {
    const isGiven = await run(async () => {
      try {
        await give(consent.version);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'CONSENT_CHANGED') await read();
        throw error;
      }
    });
    if (isGiven) onClose();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={consent.title}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button kind="secondary" onClick={onClose}>
            동의하지 않음
          </Button>
          <Button isBusy={isBusy} onClick={() => void handleGive()}>
            동의합니다
          </Button>
        </div>
      }
    >
      <p className="whitespace-pre-line break-words">{consent.text}</p>
      {problem && (
        <div className="mt-4">
          <Notice kind="danger">{problem}</Notice>
        </div>
      )}
    </Dialog>
  );
}

/** Says that the consent was given, and lets the client withdraw it. */
export function GivenConsent({ consent: { consent, isGiven, withdraw } }: { consent: Consent }) {
  const { isBusy, problem, run } = useAction();
  if (!consent || !isGiven) return null;
  const handleWithdraw = async () => {
    const isAgreed = await confirm({
      title: '동의 철회',
      message: '민감정보 처리 동의를 철회합니다. 이미 적으신 답은 남고, 민감한 질문에는 더 답할 수 없습니다.',
      confirmLabel: '철회',
    });
    if (isAgreed) await run(() => withdraw(consent.version));
  };
  return (
    <div className="mt-8 text-ink-700 text-small print:hidden">
      <p className="flex flex-wrap items-center gap-x-3">
        민감정보 처리에 동의하셨습니다.
        <button
          type="button"
          disabled={isBusy}
          onClick={() => void handleWithdraw()}
          className="inline-flex min-h-11 items-center font-semibold text-olive-700 underline underline-offset-4"
        >
          동의 철회
        </button>
      </p>
      {problem && <Notice kind="danger">{problem}</Notice>}
    </div>
  );
}

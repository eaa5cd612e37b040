import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import type { CaseConsent } from '#shared/features/participants/consent-schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { useAction } from '#web/lib/use-action.ts';
import { confirm } from '#web/ui/ask.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { consentsQuery, giveConsent, sharesQuery, withdrawConsent } from './api.ts';

type Props = { orderId: number; consents: readonly CaseConsent[] };

/** The consents of the person in a case, each apart from the others, withdrawn as easily as given. */
export function ConsentList({ orderId, consents }: Props) {
  return (
    <>
      <p className="mb-4 text-small">
        모두 선택 사항입니다. 민감정보에 동의하지 않으면 수임계약서 서명과 민감한 질문은 전화나 방문으로 진행합니다.
      </p>
      <ul className="grid gap-4">
        {consents.map((consent) => (
          <li key={consent.kind}>
            <ConsentCard orderId={orderId} consent={consent} />
          </li>
        ))}
      </ul>
    </>
  );
}

function statusOf({ given_at, withdrawn_at }: CaseConsent): string {
  if (given_at === null) return '아직 동의하지 않았습니다.';
  if (withdrawn_at !== null) return `${formatDateTime(withdrawn_at)}에 철회했습니다.`;
  return `${formatDateTime(given_at)}에 동의했습니다.`;
}

function ConsentCard({ orderId, consent }: { orderId: number; consent: CaseConsent }) {
  const queryClient = useQueryClient();
  const headingId = useId();
  const { run, isBusy, problem } = useAction();
  const { kind, version, title, text } = consent;
  const isGiven = consent.given_at !== null && consent.withdrawn_at === null;

  const handleClick = async () => {
    const endsShares = isGiven && kind === 'share';
    const question = {
      title: '동의를 철회할까요?',
      message: '결제하신 분에게 공개하던 내용이 바로 모두 보이지 않게 됩니다.',
      confirmLabel: '철회',
    };
    if (endsShares && !(await confirm(question))) return;
    await run(async () => {
      const change = isGiven ? withdrawConsent : giveConsent;
      const changed = await change(orderId, kind, version);
      queryClient.setQueryData(consentsQuery(orderId).queryKey, changed);
      await queryClient.invalidateQueries({ queryKey: sharesQuery(orderId).queryKey });
    });
  };

  return (
    <div className="rounded-card border border-line bg-surface p-5">
      <h3 id={headingId} className="font-semibold text-ink-900">
        {title}
      </h3>
      <details className="mt-1">
        <summary className="flex min-h-11 cursor-pointer items-center text-olive-700 text-small underline">
          내용 읽기
        </summary>
        <p className="whitespace-pre-line text-small">{text}</p>
      </details>
      <p className="text-ink-500 text-small tabular-nums">{statusOf(consent)}</p>
      {problem && (
        <div className="mt-3">
          <Notice kind="danger">{problem}</Notice>
        </div>
      )}
      <Button
        kind={isGiven ? 'secondary' : 'primary'}
        className="mt-3"
        isBusy={isBusy}
        aria-describedby={headingId}
        onClick={() => void handleClick()}
      >
        {isGiven ? '동의 철회' : '동의합니다'}
      </Button>
    </div>
  );
}

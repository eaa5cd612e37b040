import { useState } from 'react';
import type { AdminLetter } from '#shared/features/letters/schemas.ts';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { SIGNER_LABELS } from '#shared/rules/letters/letter-labels.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { LetterDocument } from '../letter-document.tsx';
import { DOCUMENT_TITLES, LETTER_BADGES } from '../letter-words.ts';
import { SignatureList } from '../signature-list.tsx';
import { LetterActs } from './letter-acts.tsx';
import { LetterForm } from './letter-form.tsx';
import { SealState } from './seal-state.tsx';

const NO_TERMS = { scope: '', terms: '' };

/** Another letter may be begun beside one that has ended, and in place of one that waits for signatures. */
const MAY_BEGIN: readonly AdminLetter['state'][] = [
  ...(['offered', 'signed_by_client', 'sealed', 'declined', 'expired', 'withdrawn', 'replaced'] as const),
];

/** The letter of a case: drafted from the template, offered, signed, and kept as a file. */
export function CaseLetter({ order }: { order: Pick<AdminOrder, 'id' | 'letter' | 'paid_price' | 'soldier'> }) {
  const { id, letter, paid_price: fee, soldier } = order;
  const [isWriting, setWriting] = useState(false);
  const isDraft = letter?.state === 'draft';
  if (soldier === null) return <p className="text-ink-700">군인 정보가 없는 주문은 수임계약서를 만들 수 없습니다.</p>;
  if (isWriting) {
    return (
      <LetterForm
        orderId={id}
        draft={isDraft ? letter : undefined}
        initial={letter ?? { ...NO_TERMS, fee }}
        onClose={() => setWriting(false)}
      />
    );
  }
  if (!letter) {
    return (
      <div className="grid justify-items-start gap-3">
        <p className="text-ink-700">아직 만든 수임계약서가 없습니다.</p>
        <Button kind="secondary" onClick={() => setWriting(true)}>
          초안 만들기
        </Button>
      </div>
    );
  }
  return (
    <div className="grid gap-3">
      <LetterHead letter={letter} />
      <SealState orderId={id} letter={letter} />
      <ShownDocument title={DOCUMENT_TITLES.letter} document={letter} isOpen={isDraft} />
      {letter.payer_sheet && <ShownDocument title={DOCUMENT_TITLES.payer_sheet} document={letter.payer_sheet} />}
      <LetterActs
        orderId={id}
        letter={letter}
        onWrite={() => setWriting(true)}
        mayBegin={MAY_BEGIN.includes(letter.state)}
      />
    </div>
  );
}

function LetterHead({ letter: { state, offered_at, expires_at, waits_for, declined } }: { letter: AdminLetter }) {
  const { label, kind } = LETTER_BADGES[state];
  const isOpen = state === 'offered' || state === 'signed_by_client' || state === 'signed_by_firm';
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge kind={kind}>{label}</Badge>
        {offered_at && <span className="text-ink-500 tabular-nums">{`${formatDateTime(offered_at)} 보냄`}</span>}
        {state === 'offered' && expires_at && (
          <span className="text-ink-900 tabular-nums">{`${formatDateTime(expires_at)}까지`}</span>
        )}
      </div>
      {isOpen && waits_for.length > 0 && (
        <p className="text-ink-900">{`기다리는 서명: ${waits_for.map((role) => SIGNER_LABELS[role]).join(', ')}`}</p>
      )}
      {declined && (
        <p className="whitespace-pre-line break-words border-danger border-l-2 pl-3 text-ink-900">
          <span className="font-semibold">{`${SIGNER_LABELS[declined.by]}의 거절: `}</span>
          {declined.reason}
        </p>
      )}
    </>
  );
}

type DocumentProps = { title: string; document: Pick<AdminLetter, 'html' | 'signatures'>; isOpen?: boolean };

/** A document as those who sign it see it. */
function ShownDocument({ title, document: { html, signatures }, isOpen = false }: DocumentProps) {
  return (
    <details open={isOpen} className="rounded border border-line">
      <summary className="flex min-h-11 items-center px-3 font-semibold text-ink-900">
        {signatures.length > 0 ? `${title} (서명 ${signatures.length}개)` : title}
      </summary>
      <div className="grid gap-3 border-line border-t p-3">
        <LetterDocument title={title} html={html} />
        <SignatureList signatures={signatures} />
      </div>
    </details>
  );
}

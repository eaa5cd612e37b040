import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useLocation } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { DeclineForm } from '#web/features/letters/decline-form.tsx';
import { GuardianInvite } from '#web/features/letters/guardian-invite.tsx';
import { LetterDocument } from '#web/features/letters/letter-document.tsx';
import { LetterFiles } from '#web/features/letters/letter-files.tsx';
import { DOCUMENT_TITLES, LETTER_BADGES, turnSentence } from '#web/features/letters/letter-words.ts';
import { SignatureList } from '#web/features/letters/signature-list.tsx';
import { SoleCustody } from '#web/features/letters/sole-custody.tsx';
import { orderQuery } from '#web/features/orders/api.ts';
import { ConsentDialog } from '#web/features/questions/consent-dialog.tsx';
import { useConsent } from '#web/features/questions/use-consent.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Notice } from '#web/ui/notice.tsx';
import { LetterFrame, LetterLoader, type OpenLetter } from './letter-frame.tsx';

const route = getRouteApi('/queries/orders/$orderId/letter');

/** The letter of a case, or the payer's sheet: read, signed or declined here, and kept as a file (contract §8). */
export function LetterPage() {
  return <LetterLoader orderId={route.useParams().orderId}>{(open) => <LetterView open={open} />}</LetterLoader>;
}

function LetterView({ open: { order, turn, document, letter, other } }: { open: OpenLetter }) {
  const queryClient = useQueryClient();
  const isJustSigned = useLocation({ select: ({ state }) => state.isCreated === true });
  const status = useRef<HTMLDivElement>(null);
  const title = DOCUMENT_TITLES[turn.document];
  const { label, kind } = LETTER_BADGES[turn.state];
  const isClient = order.my_role === 'client' || order.my_role === 'both';
  const otherTitle = DOCUMENT_TITLES[turn.document === 'letter' ? 'payer_sheet' : 'letter'];
  // A parent who pays has signed the sheet and is led on to the letter.
  const signedTitle = turn.is_my_turn ? otherTitle : title;
  const isGuardian = !isClient && turn.document === 'letter';
  const asksGuardians = turn.waits_for.includes('guardian');
  const readAgain = () => queryClient.invalidateQueries({ queryKey: orderQuery(order.id).queryKey });
  const handleDeclined = async () => {
    await readAgain();
    // The form is gone, so move the focus to what has become of the document.
    status.current?.focus();
  };
  return (
    <LetterFrame orderId={order.id} title={title}>
      <div ref={status} tabIndex={-1} className="mt-3 mb-6 grid justify-items-start gap-3 focus:outline-none">
        <Badge kind={kind}>{label}</Badge>
        <p>{turnSentence(turn)}</p>
        {isJustSigned && <Notice kind="success">{`${signedTitle}에 서명하셨습니다.`}</Notice>}
      </div>
      <div className="grid grid-cols-1 gap-10">
        {letter?.has_pdf && <LetterFiles orderId={order.id} seal={letter.seal} />}
        <LetterDocument title={title} html={document.html} />
        <SignatureList signatures={document.signatures} />
        {isGuardian && letter && asksGuardians && (
          <SoleCustody orderId={order.id} letter={letter} onChanged={readAgain} />
        )}
        {turn.is_my_turn && (
          <Signing orderId={order.id} title={title} isClient={isClient} onDeclined={handleDeclined} />
        )}
        {isClient && asksGuardians && <GuardianInvite orderId={order.id} />}
        {other && (
          <details className="rounded-card border border-line bg-surface">
            <summary className="flex min-h-12 cursor-pointer items-center px-5 font-semibold text-ink-900">
              {`${otherTitle} 보기`}
            </summary>
            <div className="grid gap-6 p-4">
              <LetterDocument title={otherTitle} html={other.html} />
              <SignatureList signatures={other.signatures} />
            </div>
          </details>
        )}
      </div>
    </LetterFrame>
  );
}

type SigningProps = { orderId: number; title: string; isClient: boolean; onDeclined: () => Promise<void> };

/** Leads to the identity check, and asks the client for the consent that signing needs. */
function Signing({ orderId, title, isClient, onDeclined }: SigningProps) {
  const consent = useConsent(orderId);
  const [isAsking, setAsking] = useState(false);
  const [isDeclining, setDeclining] = useState(false);
  const needsConsent = isClient && !consent.isGiven;
  return (
    <section aria-labelledby="sign-heading" id="sign" className="scroll-mt-20">
      <h2 id="sign-heading" className="text-h3 text-ink-900">
        서명
      </h2>
      <p className="mt-2">
        다 읽으셨으면 휴대폰으로 본인인증을 한 뒤, 동의하는 문장을 확인하고 이름을 입력해 서명합니다. 3분쯤 걸립니다.
      </p>
      {needsConsent && <p className="mt-2">서명하기 전에 사건의 민감한 정보를 다루는 데 먼저 동의해주세요.</p>}
      {isDeclining ? (
        <div className="mt-4">
          <DeclineForm orderId={orderId} title={title} onDeclined={onDeclined} onClose={() => setDeclining(false)} />
        </div>
      ) : (
        <div className="mt-4 flex flex-wrap gap-3">
          {needsConsent ? (
            <Button disabled={!consent.consent} onClick={() => setAsking(true)}>
              동의 내용 읽기
            </Button>
          ) : (
            // A full page load: the window of the check comes from another site.
            <a href={`/orders/${orderId}/letter/sign`} className={buttonClass('primary')}>
              본인인증하고 서명하기
            </a>
          )}
          <Button kind="secondary" onClick={() => setDeclining(true)}>
            서명하지 않기
          </Button>
        </div>
      )}
      <ConsentDialog consent={consent} isOpen={isAsking} onClose={() => setAsking(false)} />
    </section>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { LetterDocument } from '#web/features/letters/letter-document.tsx';
import { DOCUMENT_TITLES } from '#web/features/letters/letter-words.ts';
import { SignForm } from '#web/features/letters/sign-form.tsx';
import { orderQuery } from '#web/features/orders/api.ts';
import { readRedirectResult } from '#web/features/payments/window-result.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { Notice } from '#web/ui/notice.tsx';
import { identityFailure } from '../../identity/identity-failure.ts';
import { LetterFrame, LetterLoader, type OpenLetter } from './letter-frame.tsx';

const route = getRouteApi('/queries/orders/$orderId/letter/sign/$authenticationId');

/** Where the window of the identity check returns to: the person signs here. */
export function SigningPage() {
  return <LetterLoader orderId={route.useParams().orderId}>{(open) => <Signing open={open} />}</LetterLoader>;
}

function Signing({ open: { order, turn, document } }: { open: OpenLetter }) {
  const { authenticationId } = route.useParams();
  const result = readRedirectResult(route.useSearch());
  const receiptId = result && 'receiptId' in result ? result.receiptId : undefined;
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [isProofLost, setProofLost] = useState(false);
  const title = DOCUMENT_TITLES[turn.document];

  const handleSigned = async () => {
    const params = { orderId: String(order.id) };
    await navigate({ to: '/orders/$orderId/letter', params, replace: true, state: { isCreated: true } });
    await queryClient.invalidateQueries({ queryKey: orderQuery(order.id).queryKey });
  };

  return (
    <LetterFrame orderId={order.id} title={`${title} 서명`} isWithin>
      <div className="mt-6 grid grid-cols-1 gap-8">
        {receiptId === undefined && (
          <Notice kind="danger">{identityFailure(result && 'code' in result ? result.code : '')}</Notice>
        )}
        {!turn.is_my_turn && <Notice kind="info">지금은 서명하실 수 없는 문서입니다.</Notice>}
        {turn.is_my_turn && receiptId !== undefined && (
          <>
            <Notice kind="success">본인인증을 마쳤습니다. 30분 안에 서명해주세요.</Notice>
            <details className="rounded-card border border-line">
              <summary className="flex min-h-12 cursor-pointer items-center px-5 font-semibold text-ink-900">
                {`서명할 ${title} 다시 보기`}
              </summary>
              <LetterDocument title={title} html={document.html} />
            </details>
            <SignForm
              orderId={order.id}
              document={document}
              isClient={order.my_role === 'client'}
              proof={{ authentication_id: authenticationId, receipt_id: receiptId }}
              onSigned={handleSigned}
              onProofLost={() => setProofLost(true)}
            />
          </>
        )}
        {(isProofLost || receiptId === undefined) && turn.is_my_turn && (
          <a
            href={`/orders/${order.id}/letter/sign`}
            className={buttonClass(isProofLost ? 'secondary' : 'primary', 'justify-self-start')}
          >
            본인인증 다시 하기
          </a>
        )}
      </div>
    </LetterFrame>
  );
}

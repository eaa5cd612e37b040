import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { DOCUMENT_TITLES } from '#web/features/letters/letter-words.ts';
import { Notice } from '#web/ui/notice.tsx';
import { IdentityStart } from '../../identity/identity-start.tsx';
import { LetterFrame, LetterLoader, type OpenLetter } from './letter-frame.tsx';

const route = getRouteApi('/queries/orders/$orderId/letter/sign');

/** The identity check of a person who signs; it serves this signature alone. */
export function SignPage() {
  return <LetterLoader orderId={route.useParams().orderId}>{(open) => <Start open={open} />}</LetterLoader>;
}

function Start({ open: { order, turn } }: { open: OpenLetter }) {
  const navigate = useNavigate();
  const orderId = String(order.id);
  return (
    <LetterFrame orderId={order.id} title={`${DOCUMENT_TITLES[turn.document]} 서명`} isWithin>
      <div className="mt-6 grid gap-6">
        {turn.is_my_turn ? (
          <>
            <p>
              서명하는 분이 본인인지 통신사에 등록된 이름과 휴대폰 번호로 확인합니다. 확인을 마치면 이름을 입력하고
              서명하는 화면이 열립니다.
            </p>
            <IdentityStart
              returnPath={`/orders/${order.id}/letter/sign`}
              onResult={({ authenticationId, search }) =>
                navigate({
                  to: '/orders/$orderId/letter/sign/$authenticationId',
                  params: { orderId, authenticationId },
                  search,
                  replace: true,
                })
              }
            />
          </>
        ) : (
          <Notice kind="info">지금은 서명하실 수 없는 문서입니다.</Notice>
        )}
      </div>
    </LetterFrame>
  );
}

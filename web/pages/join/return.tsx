import { queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { AccountPage } from '#web/features/accounts/account-page.tsx';
import { acceptInvitation } from '#web/features/participants/api.ts';
import { readRedirectResult } from '#web/features/payments/window-result.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { readJoinToken } from '#web/lib/storage/page-storage.ts';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { identityFailure } from '../identity/identity-failure.ts';

const route = getRouteApi('/queries/join/identity/$authenticationId');

const LOST = '초대 링크의 정보가 이 창에 없습니다. 받으신 링크를 다시 열어주세요.';
const MISMATCH =
  '본인인증한 이름이나 휴대폰 번호가 초대받은 분의 것과 다릅니다. 초대한 분에게 이름과 번호를 확인해달라고 알려주세요.';

/** Accepts once per receipt, however often the page renders; a reload repeats it, which is safe. */
const acceptQuery = (token: string, authentication_id: string, receiptId: string | undefined) =>
  queryOptions({
    queryKey: ['invitation', 'accept', authentication_id, receiptId],
    queryFn: () => acceptInvitation({ token, authentication_id, receipt_id: receiptId ?? '' }),
    enabled: token !== '' && receiptId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { isPersonal: true },
  });

function messageOf(error: Error): string {
  return error instanceof ApiError && error.code === 'IDENTITY_MISMATCH' ? MISMATCH : error.message;
}

/** Where the window of the identity check returns to, with the receipt in the address. */
export function JoinReturnPage() {
  const { authenticationId } = route.useParams();
  const result = readRedirectResult(route.useSearch());
  const receiptId = result && 'receiptId' in result ? result.receiptId : undefined;
  const token = readJoinToken() ?? '';
  const accepted = useQuery(acceptQuery(token, authenticationId, receiptId));
  const isRepeatable =
    accepted.error instanceof ApiError && (accepted.error.status === 0 || accepted.error.status >= 500);
  return (
    <AccountPage title="참여 확인">
      <div className="grid gap-6">
        {accepted.isFetching && (
          <p role="status" className="flex items-center gap-3">
            <Spinner /> 본인인증 결과를 확인하고 있습니다.
          </p>
        )}
        {accepted.data && (
          <>
            <Notice kind="success">참여했습니다.</Notice>
            <p>다음 화면에서 동의할 내용을 읽고, 무엇을 보여줄지 정해주세요. 처음에는 아무것도 보이지 않습니다.</p>
            <Link
              to="/orders/$orderId"
              params={{ orderId: String(accepted.data.order_id) }}
              hash="consents"
              className={buttonClass('primary', 'justify-self-start')}
            >
              계속하기
            </Link>
          </>
        )}
        {accepted.error && !accepted.isFetching && (
          <>
            <Notice kind="danger">{messageOf(accepted.error)}</Notice>
            {isRepeatable && (
              <Button className="justify-self-start" onClick={() => void accepted.refetch()}>
                결과 다시 확인
              </Button>
            )}
          </>
        )}
        {token === '' && <Notice kind="danger">{LOST}</Notice>}
        {receiptId === undefined && (
          <Notice kind="danger">{identityFailure(result && 'code' in result ? result.code : '')}</Notice>
        )}
        {(accepted.error || receiptId === undefined) && (
          <a href="/join/identity" className={buttonClass('secondary', 'justify-self-start')}>
            본인인증 다시 하기
          </a>
        )}
      </div>
    </AccountPage>
  );
}

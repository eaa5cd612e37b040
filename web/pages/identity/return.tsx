import { queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { DEFAULT_RETURN_TO } from '#shared/platform/return-to.ts';
import { AccountPage } from '#web/features/accounts/account-page.tsx';
import { refreshAuth } from '#web/features/accounts/auth.ts';
import { confirmIdentity } from '#web/features/accounts/phone/api.ts';
import { readRedirectResult } from '#web/features/payments/window-result.ts';
import { isUnclear } from '#web/lib/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { identityFailure } from './identity-failure.ts';

const route = getRouteApi('/queries/profile/identity/$authenticationId');

/**
 * Confirms once per receipt, however often the page renders; a reload repeats it, which is safe.
 */
const confirmQuery = (authenticationId: string, receiptId: string | undefined) =>
  queryOptions({
    queryKey: ['identity', authenticationId, receiptId],
    queryFn: async () => {
      const confirmed = await confirmIdentity({ authentication_id: authenticationId, receipt_id: receiptId ?? '' });
      await refreshAuth();
      return confirmed;
    },
    enabled: receiptId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { isPersonal: true },
  });

/** Where the window of the identity check returns to, with the receipt in the address. */
export function IdentityReturnPage() {
  const { authenticationId } = route.useParams();
  const result = readRedirectResult(route.useSearch());
  const receiptId = result && 'receiptId' in result ? result.receiptId : undefined;
  const confirmed = useQuery(confirmQuery(authenticationId, receiptId));
  return (
    <AccountPage title="본인인증 확인" backTo={DEFAULT_RETURN_TO}>
      <div className="grid gap-6">
        {confirmed.isFetching && (
          <p role="status" className="flex items-center gap-3">
            <Spinner /> 본인인증 결과를 확인하고 있습니다.
          </p>
        )}
        {confirmed.isSuccess && (
          <>
            <Notice kind="success">휴대폰 인증을 마쳤습니다.</Notice>
            <Link to="/profile" className={buttonClass('primary', 'justify-self-start')}>
              마이페이지 보기
            </Link>
          </>
        )}
        {confirmed.isError && !confirmed.isFetching && (
          <Failed
            message={confirmed.error.message}
            {...(isUnclear(confirmed.error) && { onRepeat: () => void confirmed.refetch() })}
          />
        )}
        {receiptId === undefined && <Failed message={identityFailure(result && 'code' in result ? result.code : '')} />}
      </div>
    </AccountPage>
  );
}

function Failed({ message, onRepeat }: { message: string; onRepeat?: () => void }) {
  return (
    <>
      <Notice kind="danger">{message}</Notice>
      <div className="flex flex-wrap gap-3">
        {onRepeat && <Button onClick={onRepeat}>결과 다시 확인</Button>}
        <Link to="/profile/identity" className={buttonClass(onRepeat ? 'secondary' : 'primary')}>
          본인인증 다시 하기
        </Link>
        <Link to="/profile/edit" className={buttonClass('secondary')}>
          회원 정보 확인
        </Link>
      </div>
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { safeReturnTo } from '#shared/platform/return-to.ts';
import { AccountPage } from '#web/features/accounts/account-page.tsx';
import { useAuth } from '#web/features/accounts/auth.ts';
import { useLinkToken } from '#web/features/accounts/use-link-token.ts';
import { lookAtInvitation } from '#web/features/participants/api.ts';
import { readJoinToken, rememberJoinToken } from '#web/lib/storage/page-storage.ts';
import { buttonClass, LINK_IN_TEXT } from '#web/ui/button-class.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const route = getRouteApi('/queries/join');
const RETURN_TO = safeReturnTo('/join');
const MISSING = '링크에 필요한 정보가 없습니다. 받으신 초대 링크를 다시 열어주세요.';

/** Where an invitation leads. Opening the page spends nothing: previews and scanners open links (contract §8). */
export function JoinPage() {
  const inAddress = useLinkToken('/join', route.useSearch().token);
  // The address loses the token; a login comes back without it.
  const token = inAddress === undefined ? readJoinToken() : inAddress;
  useEffect(() => {
    if (inAddress) rememberJoinToken(inAddress);
  }, [inAddress]);
  return (
    <AccountPage title="초대">
      {token === undefined ? <Notice kind="danger">{MISSING}</Notice> : <Invited token={token} />}
    </AccountPage>
  );
}

/** A client opens the spent link again to find the case: leads there. */
function Unusable({ message }: { message: string }) {
  return (
    <div className="grid gap-4">
      <Notice kind="danger">{message}</Notice>
      <p>
        이미 참여하셨으면{' '}
        <Link to="/profile" className={LINK_IN_TEXT}>
          마이페이지
        </Link>
        에서 사건을 여실 수 있습니다.
      </p>
    </div>
  );
}

function Invited({ token }: { token: string }) {
  const auth = useAuth();
  const look = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => lookAtInvitation(token),
    enabled: token !== '',
    retry: false,
  });
  if (look.error) return <Unusable message={look.error.message} />;
  if (!look.data || auth.status === 'unknown') return <Skeleton className="h-40 w-full" />;
  const { firm, inviter } = look.data;
  return (
    <div className="grid gap-6">
      <p>{`${inviter}님이 ${firm}에서 함께 확인할 내용이 있어 초대했습니다.`}</p>
      <p className="text-small">
        초대받은 본인만 참여할 수 있어, 자신의 계정과 휴대폰 본인인증이 필요합니다. 참여한 뒤 무엇을 누구에게 보여줄지는
        직접 정합니다.
      </p>
      {auth.status === 'loggedIn' ? (
        // A full page load: the window of the check comes from another site.
        <a href="/join/identity" className={buttonClass('primary', 'justify-self-start')}>
          본인인증하고 참여하기
        </a>
      ) : (
        <div>
          <p className="text-small">로그인이나 회원가입을 마치면 이 화면으로 돌아옵니다.</p>
          <div className="mt-3 flex flex-wrap gap-3">
            <Link to="/login" search={{ from: RETURN_TO }} className={buttonClass('primary')}>
              로그인
            </Link>
            <Link to="/register" search={{ from: RETURN_TO }} className={buttonClass('secondary')}>
              회원가입
            </Link>
          </div>
        </div>
      )}
    </div>
  );
}

import { getRouteApi, Link, useHydrated, useLocation } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { refreshAuth, useAuth } from '#web/features/accounts/auth.ts';
import { LoginForm } from '#web/features/accounts/login-form.tsx';
import { SocialButtons } from '#web/features/accounts/social/social-buttons.tsx';
import { useReturnTo } from '#web/features/accounts/use-return-to.ts';
import { reportLogin } from '#web/lib/analytics.ts';
import { TEXT_LINK } from '#web/ui/button-class.ts';
import { PageHeading } from '#web/ui/page-heading.tsx';

const route = getRouteApi('/queries/login');
const SOCIAL_LOGIN_FAILED = '소셜 로그인에 실패했습니다. 다시 시도해주세요.';

export function LoginPage() {
  const search = route.useSearch();
  // The server renders this page once for all queries, so values of the query show after hydration.
  const { from: returnTo, error } = useHydrated() ? search : {};
  const leave = useReturnTo(returnTo);
  const isRefused = useLocation({ select: ({ state }) => state.isRefused ?? false });
  const isLoggedIn = useAuth().status === 'loggedIn' && !isRefused;
  const leadOn = useEffectEvent(() => void leave());
  // Also for a user who was logged in before: there is nothing to do here.
  useEffect(() => {
    if (isLoggedIn) leadOn();
  }, [isLoggedIn]);
  const handleLoggedIn = async () => {
    reportLogin('password');
    const account = await refreshAuth();
    if (!account || isRefused) await leave();
  };
  return (
    <div className="mx-auto max-w-[488px] px-6 pt-[108px] pb-18 md:pt-[140px] md:pb-28">
      <PageHeading title="로그인" lead="신청한 서비스와 진행 상황을 확인하시려면 로그인해주세요." />
      <SocialButtons returnTo={returnTo} className="mt-8 border-line border-b pb-8" />
      <div className="mt-8">
        <LoginForm notice={error === undefined ? undefined : SOCIAL_LOGIN_FAILED} onLoggedIn={handleLoggedIn} />
      </div>
      <ul className="mt-6 flex flex-wrap gap-x-6 border-line border-t pt-4">
        <li>
          <Link to="/account-recovery" className={TEXT_LINK}>
            아이디·비밀번호 찾기
          </Link>
        </li>
        <li>
          <Link to="/register" search={{ from: returnTo }} className={TEXT_LINK}>
            회원가입
          </Link>
        </li>
      </ul>
    </div>
  );
}

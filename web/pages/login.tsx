import { getRouteApi, Link, useHydrated, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { SECOND_FACTOR_KINDS, type SecondFactorKind } from '#shared/features/accounts/factor-kinds.ts';
import { refreshAuth, useAuth } from '#web/features/accounts/auth.ts';
import { LoginForm } from '#web/features/accounts/login-form.tsx';
import { loginReason } from '#web/features/accounts/login-reason.ts';
import { SocialButtons } from '#web/features/accounts/social/social-buttons.tsx';
import { useReturnTo } from '#web/features/accounts/use-return-to.ts';
import { reportLogin } from '#web/lib/analytics/page-analytics.ts';
import { buttonClass, TEXT_LINK } from '#web/ui/button-class.ts';
import { latePart } from '#web/ui/late/late-part.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';

const route = getRouteApi('/queries/login');

/** The second step of the login: `kinds` is empty where it was left, `problem` says why. */
type Second = { kinds?: readonly SecondFactorKind[]; problem?: string | undefined };

/** Loaded by the few logins that need it. */
const SecondStep = latePart(async () => (await import('#web/features/accounts/factors/second-step.tsx')).SecondStep, {
  says: 'in place',
});

const SOCIAL_LOGIN_FAILED = '소셜 로그인에 실패했습니다. 다시 시도해주세요.';
const SESSION_EXPIRED = '로그인이 만료되었습니다. 다시 로그인하시면 보시던 화면으로 돌아갑니다.';

export function LoginPage() {
  const search = route.useSearch();
  // The server renders this page once for all queries, so values of the query show after hydration.
  const isHydrated = useHydrated();
  const { from: returnTo, error, factors } = isHydrated ? search : {};
  const leave = useReturnTo(returnTo);
  const isRefused = useLocation({ select: ({ state }) => state.isRefused ?? false });
  const { status } = useAuth();
  const isLoggedIn = status === 'loggedIn' && !isRefused;
  const isExpired = isHydrated && status === 'loggedOut' && isRefused;
  const leadOn = useEffectEvent(() => void leave());
  // Also for a user who was logged in before: there is nothing to do here.
  useEffect(() => {
    if (isLoggedIn) leadOn();
  }, [isLoggedIn]);
  const [second, setSecond] = useState<Second>({});
  // A social login comes back with the kinds in the address.
  const kinds = second.kinds ?? SECOND_FACTOR_KINDS.filter((kind) => factors?.split(',').includes(kind));
  const handleLoggedIn = async () => {
    reportLogin('password');
    const account = await refreshAuth();
    if (!account || isRefused) await leave();
  };
  const handlePassword = async (needed: readonly SecondFactorKind[]) => {
    if (needed.length > 0) setSecond({ kinds: needed });
    else await handleLoggedIn();
  };
  if (kinds.length > 0) {
    return (
      <LoginFrame title="2단계 인증" lead="등록하신 인증 수단으로 한 번 더 확인해주세요.">
        <div className="mt-8">
          <SecondStep
            kinds={kinds}
            onLoggedIn={handleLoggedIn}
            onLeave={(problem) => setSecond({ kinds: [], problem })}
          />
        </div>
      </LoginFrame>
    );
  }
  const failure = error === undefined ? undefined : SOCIAL_LOGIN_FAILED;
  const notice = second.problem ?? failure ?? (isExpired ? SESSION_EXPIRED : undefined);
  return (
    <LoginFrame title="로그인" lead={loginReason(returnTo).login}>
      <SocialButtons returnTo={returnTo} className="mt-8 border-line border-b pb-8" />
      <div className="mt-8">
        <LoginForm notice={notice} onLoggedIn={handlePassword} />
      </div>
      <p className="mt-4">
        <Link to="/account-recovery" className={TEXT_LINK}>
          아이디·비밀번호 찾기
        </Link>
      </p>
      <p className="mt-4 border-line border-t pt-6 text-small text-ink-700">처음 오셨으면 먼저 가입해주세요.</p>
      <Link to="/register" search={{ from: returnTo }} className={buttonClass('secondary', 'mt-3 w-full')}>
        회원가입
      </Link>
    </LoginFrame>
  );
}

function LoginFrame({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-[488px] px-6 pt-[108px] pb-18 md:pt-[140px] md:pb-28">
      <PageHeading title={title} lead={lead} />
      {children}
    </div>
  );
}

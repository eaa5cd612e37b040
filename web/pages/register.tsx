import { getRouteApi, Link, useHydrated, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { logIn } from '#web/features/accounts/api.ts';
import { refreshAuth } from '#web/features/accounts/auth.ts';
import { loginReason } from '#web/features/accounts/login-reason.ts';
import { RegisterForm } from '#web/features/accounts/registration/register-form.tsx';
import { SocialButtons } from '#web/features/accounts/social/social-buttons.tsx';
import { SocialRegister } from '#web/features/accounts/social/social-register.tsx';
import { useSocialToken } from '#web/features/accounts/social/use-social-token.ts';
import { useReturnTo } from '#web/features/accounts/use-return-to.ts';
import { reportSignUp } from '#web/lib/analytics/page-analytics.ts';
import { markMemberKnown } from '#web/lib/storage/page-storage.ts';
import { TEXT_LINK } from '#web/ui/button-class.ts';
import { Notice } from '#web/ui/notice.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';

const route = getRouteApi('/queries/register');
/** How long the message stays before the redirect to the login (spec §9). */
const TO_LOGIN_AFTER_MS = 2000;

const SOCIAL_LEAD = '소셜 계정으로 가입합니다. 연락받으실 전화번호를 알려주시고 약관에 동의하시면 가입이 끝납니다.';

export function RegisterPage() {
  const search = route.useSearch();
  // The server renders this page once for all queries: see the login.
  const { from: returnTo } = useHydrated() ? search : {};
  // Except for this one: with a token the server renders a different page.
  const { socialToken, forget } = useSocialToken({ socialToken: search.socialToken, returnTo });
  const navigate = useNavigate();
  const leave = useReturnTo(returnTo);
  const [hasLoginFailed, setLoginFailed] = useState(false);

  useEffect(() => {
    if (!hasLoginFailed) return;
    const timer = setTimeout(() => {
      void navigate({ to: '/login', search: { from: returnTo }, replace: true });
    }, TO_LOGIN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [hasLoginFailed, navigate, returnTo]);

  const enter = async () => {
    markMemberKnown();
    await refreshAuth();
    await leave();
  };
  const handleRegistered = async (credentials: { userId: string; password: string }) => {
    reportSignUp('password');
    try {
      await logIn(credentials);
    } catch {
      setLoginFailed(true);
      return;
    }
    await enter();
  };

  const isSettled = socialToken !== undefined || hasLoginFailed;
  return (
    <div className="mx-auto max-w-[680px] px-6 pt-[108px] pb-18 md:pt-[140px] md:pb-28">
      <PageHeading title="회원가입" lead={socialToken === undefined ? loginReason(returnTo).register : SOCIAL_LEAD} />
      {!isSettled && <SocialButtons returnTo={returnTo} className="mt-8 border-line border-b pb-8" />}
      <div className="mt-8">
        {socialToken !== undefined ? (
          <SocialRegister socialToken={socialToken} onRegistered={enter} onLeave={forget} />
        ) : hasLoginFailed ? (
          <Notice kind="info">
            가입은 완료되었지만 자동으로 로그인하지 못했습니다. 잠시 후 로그인 화면으로 이동합니다.
          </Notice>
        ) : (
          <RegisterForm onRegistered={handleRegistered} />
        )}
      </div>
      <p className="mt-6 border-line border-t pt-4">
        이미 가입하셨다면{' '}
        <Link to="/login" search={{ from: returnTo }} className={TEXT_LINK}>
          로그인
        </Link>
      </p>
    </div>
  );
}

import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { AccountPage } from '#web/features/accounts/account-page.tsx';
import { refreshAuth, useForgetAccount } from '#web/features/accounts/auth.ts';
import { ResetPasswordForm } from '#web/features/accounts/recovery/reset-password-form.tsx';
import { useLinkToken } from '#web/features/accounts/use-link-token.ts';
import { buttonClass, TEXT_LINK } from '#web/ui/button-class.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Outcome } from '#web/ui/outcome.tsx';

const route = getRouteApi('/queries/reset-password');
/** How long the success message stays before the redirect to the login (spec §9). */
const TO_LOGIN_AFTER_MS = 1500;

const TITLE = '새 비밀번호 정하기';
const TOKEN_MISSING = '링크에 필요한 정보가 없습니다. 메일에 있는 링크를 다시 열거나 새 링크를 받아주세요.';

export function ResetPasswordPage() {
  const token = useLinkToken('/reset-password', route.useSearch().token);
  const forgetAccount = useForgetAccount();
  const navigate = useNavigate();
  const [done, setDone] = useState<string>();
  const [refusal, setRefusal] = useState<string>();

  useEffect(() => {
    if (done === undefined) return;
    const timer = setTimeout(() => void navigate({ to: '/login', replace: true }), TO_LOGIN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [done, navigate]);

  const handleReset = (message: string) => {
    setDone(message);
    // All sessions of the account have ended, including one in this browser.
    forgetAccount();
    void refreshAuth();
  };

  if (done !== undefined) {
    return (
      <AccountPage title={TITLE}>
        <Outcome title="비밀번호 변경 완료">
          <p>{done}</p>
          <p className="text-small text-ink-500">잠시 후 로그인 화면으로 이동합니다.</p>
        </Outcome>
      </AccountPage>
    );
  }
  const problem = refusal ?? (token === undefined ? TOKEN_MISSING : undefined);
  if (problem !== undefined) {
    return (
      <AccountPage title={TITLE}>
        <Notice kind="danger">{problem}</Notice>
        <Link to="/forgot-password" className={buttonClass('primary', 'mt-5 w-full')}>
          재설정 링크 다시 받기
        </Link>
      </AccountPage>
    );
  }
  return (
    <AccountPage title={TITLE} lead="앞으로 사용하실 비밀번호를 두 번 입력해주세요.">
      <ResetPasswordForm token={token ?? ''} onReset={handleReset} onTokenInvalid={setRefusal} />
      <p className="mt-6 border-line border-t pt-4">
        <Link to="/forgot-password" className={TEXT_LINK}>
          재설정 링크 다시 받기
        </Link>
      </p>
    </AccountPage>
  );
}

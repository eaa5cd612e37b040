import { getRouteApi, Link, useHydrated, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { AccountPage } from '#web/features/accounts/account-page.tsx';
import { ResetPasswordForm } from '#web/features/accounts/reset-password-form.tsx';
import { TEXT_LINK } from '#web/ui/button-class.ts';
import { Notice } from '#web/ui/notice.tsx';

const route = getRouteApi('/reset-password');
/** How long the success message stays before the login takes over (spec §9). */
const TO_LOGIN_AFTER_MS = 1500;

export function ResetPasswordPage() {
  const { token } = route.useSearch();
  const isHydrated = useHydrated();
  const navigate = useNavigate();
  const [done, setDone] = useState<string>();

  useEffect(() => {
    if (done === undefined) return;
    const timer = setTimeout(() => void navigate({ to: '/login', replace: true }), TO_LOGIN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [done, navigate]);

  return (
    <AccountPage title="새 비밀번호 정하기" lead="앞으로 사용하실 비밀번호를 두 번 입력해주세요.">
      {done !== undefined ? (
        <Notice kind="success">{done} 잠시 후 로그인 화면으로 이동합니다.</Notice>
      ) : isHydrated && token === undefined ? (
        <Notice kind="danger">링크에 필요한 정보가 없습니다. 메일에 있는 링크를 다시 열어주세요.</Notice>
      ) : (
        <ResetPasswordForm token={token ?? ''} onReset={setDone} />
      )}
      <p className="mt-6 border-line border-t pt-4">
        <Link to="/forgot-password" className={TEXT_LINK}>
          재설정 링크 다시 받기
        </Link>
      </p>
    </AccountPage>
  );
}

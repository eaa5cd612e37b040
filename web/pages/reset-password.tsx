import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { AccountPage } from '#web/features/accounts/account-page.tsx';
import { ResetDone, useResetDone } from '#web/features/accounts/recovery/reset-done.tsx';
import { ResetPasswordForm } from '#web/features/accounts/recovery/reset-password-form.tsx';
import { useLinkToken } from '#web/features/accounts/use-link-token.ts';
import { buttonClass, TEXT_LINK } from '#web/ui/button-class.ts';
import { Notice } from '#web/ui/notice.tsx';

const route = getRouteApi('/queries/reset-password');

const TITLE = '새 비밀번호 정하기';
const TOKEN_MISSING = '링크에 필요한 정보가 없습니다. 메일에 있는 링크를 다시 열거나 새 링크를 받아주세요.';

export function ResetPasswordPage() {
  const token = useLinkToken('/reset-password', route.useSearch().token);
  const { done, finish } = useResetDone();
  const [refusal, setRefusal] = useState<string>();

  if (done !== undefined) {
    return (
      <AccountPage title={TITLE}>
        <ResetDone message={done} />
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
      <ResetPasswordForm token={token ?? ''} onReset={finish} onTokenInvalid={setRefusal} />
      <p className="mt-6 border-line border-t pt-4">
        <Link to="/forgot-password" className={TEXT_LINK}>
          재설정 링크 다시 받기
        </Link>
      </p>
    </AccountPage>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { RecoveryBody } from '#shared/features/accounts/schemas.ts';
import { AccountPage } from '#web/features/accounts/account-page.tsx';
import { requestPasswordReset, resetWaysQuery } from '#web/features/accounts/api.ts';
import { PhoneReset } from '#web/features/accounts/recovery/phone-reset.tsx';
import { RecoveryForm } from '#web/features/accounts/recovery/recovery-form.tsx';
import { ResetDone, useResetDone } from '#web/features/accounts/recovery/reset-done.tsx';
import { ApiError } from '#web/lib/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { TEXT_LINK } from '#web/ui/button-class.ts';

const TITLE = '비밀번호 재설정';
const BY_MAIL = '가입하신 이메일로 링크를 보내드립니다. 링크는 1시간 동안 한 번 사용하실 수 있습니다.';
const BY_PHONE = '인증을 마친 휴대폰으로 인증번호를 받아 새 비밀번호를 정하실 수 있습니다.';
/**
 * The same sentence whether the address is known or not, so that accounts are not revealed (spec
 * §8).
 */
const REQUESTED =
  '입력하신 이메일로 가입된 계정이 있으면 비밀번호 재설정 링크를 보내드립니다. 메일이 보이지 않으면 스팸 메일함도 확인해주세요.';

async function handleSubmit(request: RecoveryBody): Promise<string> {
  try {
    await requestPasswordReset(request);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
  return REQUESTED;
}

export function ForgotPasswordPage() {
  const { data: ways } = useQuery(resetWaysQuery);
  const [isByPhone, setByPhone] = useState(false);
  const { done, finish } = useResetDone();

  if (done !== undefined) {
    return (
      <AccountPage title={TITLE}>
        <ResetDone message={done} />
      </AccountPage>
    );
  }
  return (
    <AccountPage title={TITLE} lead={isByPhone ? BY_PHONE : BY_MAIL}>
      {isByPhone ? (
        <PhoneReset onReset={finish} />
      ) : (
        <RecoveryForm submitLabel="재설정 링크 받기" onSubmit={handleSubmit} />
      )}
      {ways?.phone && (
        <Button kind="secondary" className="mt-4 w-full" onClick={() => setByPhone(!isByPhone)}>
          {isByPhone ? '이메일로 재설정하기' : '휴대폰으로 재설정하기'}
        </Button>
      )}
      <ul className="mt-6 flex flex-wrap gap-x-6 border-line border-t pt-4">
        <li>
          <Link to="/login" className={TEXT_LINK}>
            로그인
          </Link>
        </li>
        <li>
          <Link to="/find-id" className={TEXT_LINK}>
            아이디 찾기
          </Link>
        </li>
      </ul>
    </AccountPage>
  );
}

import { Link } from '@tanstack/react-router';
import type { RecoveryBody } from '#shared/features/accounts/schemas.ts';
import { AccountPage } from '#web/features/accounts/account-page.tsx';
import { requestPasswordReset } from '#web/features/accounts/api.ts';
import { RecoveryForm } from '#web/features/accounts/recovery/recovery-form.tsx';
import { ApiError } from '#web/lib/api-error.ts';
import { TEXT_LINK } from '#web/ui/button-class.ts';

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
  return (
    <AccountPage
      title="비밀번호 재설정"
      lead="가입하신 이메일로 링크를 보내드립니다. 링크는 1시간 동안 한 번 사용하실 수 있습니다."
    >
      <RecoveryForm submitLabel="재설정 링크 받기" onSubmit={handleSubmit} />
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

import { Link } from '@tanstack/react-router';
import { AccountPage } from '#web/features/accounts/account-page.tsx';
import { findUserId } from '#web/features/accounts/api.ts';
import { RecoveryForm } from '#web/features/accounts/recovery/recovery-form.tsx';
import { TEXT_LINK } from '#web/ui/button-class.ts';

export function FindIdPage() {
  return (
    <AccountPage title="아이디 찾기" lead="가입하신 이메일로 아이디를 보내드립니다.">
      <RecoveryForm submitLabel="아이디 받기" onSubmit={async (request) => (await findUserId(request)).message} />
      <ul className="mt-6 flex flex-wrap gap-x-6 border-line border-t pt-4">
        <li>
          <Link to="/login" className={TEXT_LINK}>
            로그인
          </Link>
        </li>
        <li>
          <Link to="/forgot-password" className={TEXT_LINK}>
            비밀번호 재설정
          </Link>
        </li>
      </ul>
    </AccountPage>
  );
}

import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { AccountPage } from '#web/features/accounts/account-page.tsx';
import { useLogOut } from '#web/features/accounts/auth.ts';
import { DuePasswordForm } from '#web/features/accounts/profile/due-password-form.tsx';
import { useGoTo } from '#web/lib/navigation/use-go-to.ts';
import { TEXT_LINK } from '#web/ui/button-class.ts';

const route = getRouteApi('/queries/change-password');

/** Where an administrator is sent whose password is too short (contract §6). */
export function ChangePasswordPage() {
  const { from } = route.useSearch();
  const navigate = useNavigate();
  const goTo = useGoTo();
  const logOut = useLogOut();
  return (
    <AccountPage
      title="비밀번호 변경"
      lead="관리자 계정은 12자 이상의 비밀번호를 사용합니다. 바꾸신 뒤에 계속하실 수 있습니다."
    >
      <DuePasswordForm onChanged={() => goTo(from)} />
      <button
        type="button"
        className={`${TEXT_LINK} mt-4`}
        onClick={() => void logOut().then(() => navigate({ to: '/login' }))}
      >
        로그아웃
      </button>
    </AccountPage>
  );
}

import { getRouteApi } from '@tanstack/react-router';
import { DEFAULT_RETURN_TO, safeReturnTo } from '#shared/platform/return-to.ts';
import { AccountPage } from '#web/features/accounts/account-page.tsx';
import { useAuth } from '#web/features/accounts/auth.ts';
import { FactorSettings } from '#web/features/accounts/factors/factor-settings.tsx';
import { useGoTo } from '#web/lib/navigation/use-go-to.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

const route = getRouteApi('/queries/profile/second-factor');

/** Second factors of the account; where administrators without one are sent (contract §6). */
export function SecondFactorPage() {
  const { from } = route.useSearch();
  const auth = useAuth();
  const goTo = useGoTo();
  const user = auth.status === 'loggedIn' ? auth.user : undefined;
  const isMissing = user?.second_factor_required === true && !user.has_second_factor;
  return (
    <AccountPage
      title="2단계 인증"
      lead="로그인할 때 비밀번호 다음에 한 번 더 확인합니다."
      {...(from === undefined && { backTo: DEFAULT_RETURN_TO })}
    >
      <div className="grid gap-6">
        {isMissing && (
          <Notice kind="info">
            관리자 페이지는 2단계 인증을 등록한 뒤에 사용하실 수 있습니다. 아래에서 인증 앱이나 패스키를 등록해주세요.
          </Notice>
        )}
        <FactorSettings>
          {user?.role === 'admin' && !isMissing && (
            <Button className="justify-self-start" onClick={() => void goTo(from ?? safeReturnTo('/admin'))}>
              관리자 페이지로
            </Button>
          )}
        </FactorSettings>
      </div>
    </AccountPage>
  );
}

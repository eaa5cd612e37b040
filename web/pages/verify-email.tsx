import { getRouteApi, Link, useHydrated } from '@tanstack/react-router';
import { AccountPage } from '#web/features/accounts/account-page.tsx';
import { verifyEmail } from '#web/features/accounts/email/email-api.ts';
import { EmailLinkAct } from '#web/features/accounts/email/email-link-act.tsx';
import { buttonClass } from '#web/ui/button-class.ts';

const route = getRouteApi('/queries/verify-email');

/** Where the mail to a changed address leads (contract §6). */
export function VerifyEmailPage() {
  const { token } = route.useSearch();
  // The server renders this page once for all tokens, with the button that nearly all visitors
  // need.
  const isHydrated = useHydrated();
  return (
    <AccountPage title="이메일 주소 확인" lead="아래 단추를 누르시면 이 주소가 회원님의 주소로 확인됩니다.">
      <EmailLinkAct
        token={isHydrated ? token : (token ?? '')}
        button="이메일 주소 확인"
        act={verifyEmail}
        next={
          <Link to="/profile" className={buttonClass('secondary')}>
            마이페이지로
          </Link>
        }
      />
    </AccountPage>
  );
}

import { getRouteApi, Link } from '@tanstack/react-router';
import { AccountPage } from '#web/features/accounts/account-page.tsx';
import { verifyEmail } from '#web/features/accounts/email/email-api.ts';
import { EmailLinkAct } from '#web/features/accounts/email/email-link-act.tsx';
import { useLinkToken } from '#web/features/accounts/use-link-token.ts';
import { buttonClass } from '#web/ui/button-class.ts';

const route = getRouteApi('/queries/verify-email');

/** Where the mail to a changed address leads (contract §6). */
export function VerifyEmailPage() {
  const token = useLinkToken('/verify-email', route.useSearch().token);
  return (
    <AccountPage title="이메일 주소 확인" lead="아래 단추를 누르시면 이 주소가 회원님의 주소로 확인됩니다.">
      <EmailLinkAct
        token={token}
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

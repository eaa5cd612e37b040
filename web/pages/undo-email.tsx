import { getRouteApi, Link } from '@tanstack/react-router';
import { AccountPage } from '#web/features/accounts/account-page.tsx';
import { refreshAuth, useForgetAccount } from '#web/features/accounts/auth.ts';
import { undoEmail } from '#web/features/accounts/email/email-api.ts';
import { EmailLinkAct } from '#web/features/accounts/email/email-link-act.tsx';
import { useLinkToken } from '#web/features/accounts/use-link-token.ts';
import { buttonClass } from '#web/ui/button-class.ts';

const route = getRouteApi('/queries/undo-email');

/**
 * Where the mail to the previous address leads: its owner may not have made the change (contract
 * §6).
 */
export function UndoEmailPage() {
  const token = useLinkToken('/undo-email', route.useSearch().token);
  const forgetAccount = useForgetAccount();
  const handleDone = () => {
    // All sessions of the account have ended, including one in this browser.
    forgetAccount();
    void refreshAuth();
  };
  return (
    <AccountPage
      title="이메일 주소 되돌리기"
      lead="직접 변경하지 않으셨다면 이전 이메일 주소로 되돌려주세요. 모든 기기에서 로그아웃됩니다."
    >
      <EmailLinkAct
        token={token}
        button="이전 주소로 되돌리기"
        act={undoEmail}
        onDone={handleDone}
        next={
          <>
            <p className="mb-4 text-small text-ink-500">
              다른 사람이 변경했다면 비밀번호도 알고 있을 수 있습니다. 비밀번호를 다시 정해주세요.
            </p>
            <Link to="/forgot-password" className={buttonClass('primary')}>
              비밀번호 다시 정하기
            </Link>
          </>
        }
      />
    </AccountPage>
  );
}

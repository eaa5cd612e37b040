import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { formatPhone } from '#shared/format/phone.ts';
import { DEFAULT_RETURN_TO } from '#shared/platform/return-to.ts';
import { AccountPage } from '#web/features/accounts/account-page.tsx';
import { useAuth } from '#web/features/accounts/auth.ts';
import { startIdentity } from '#web/features/accounts/phone/api.ts';
import { paymentSettingsQuery } from '#web/features/orders/api.ts';
import { useAction } from '#web/lib/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { identityFailure } from './identity-failure.ts';

/** The provider's SDK is large: only this page and the purchase load it. */
const loadWindow = () => import('#web/features/payments/bootpay-window.ts');

/** Opens the provider's identity check; each try has an id of its own. */
export function IdentityPage() {
  const auth = useAuth();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string>();
  const { run, isBusy, problem } = useAction();
  // State alone would let a second click through before the next render.
  const isLocked = useRef(false);

  const openWindow = async () => {
    setFailure(undefined);
    const [settings, { paymentMode, requestIdentity }, { authentication_id: authenticationId }] = await Promise.all([
      queryClient.ensureQueryData(paymentSettingsQuery),
      loadWindow(),
      startIdentity(),
    ]);
    const redirectUrl = `${window.location.origin}/profile/identity/${authenticationId}`;
    const result = await requestIdentity({ settings, mode: paymentMode(), redirectUrl, authenticationId });
    if (!('receiptId' in result)) {
      setFailure(identityFailure(result.code));
      return;
    }
    const search = { event: result.kind, receipt_id: result.receiptId };
    await navigate({ to: '/profile/identity/$authenticationId', params: { authenticationId }, search, replace: true });
  };

  const handleStart = async () => {
    if (isLocked.current) return;
    isLocked.current = true;
    await run(openWindow);
    isLocked.current = false;
  };

  const user = auth.status === 'loggedIn' ? auth.user : undefined;
  const message = problem ?? failure;
  return (
    <AccountPage
      title="본인인증"
      lead="통신사에 등록된 이름과 휴대폰 번호가 회원 정보와 같은지 확인합니다."
      backTo={DEFAULT_RETURN_TO}
    >
      <div className="grid gap-6">
        {user && (
          <dl className="grid gap-1 rounded-card border border-line bg-surface px-5 py-4">
            <div className="flex gap-4">
              <dt className="w-20 shrink-0 text-ink-500 text-small">이름</dt>
              <dd className="text-ink-900">{user.fullname || '입력하지 않음'}</dd>
            </div>
            <div className="flex gap-4">
              <dt className="w-20 shrink-0 text-ink-500 text-small">휴대폰 번호</dt>
              <dd className="text-ink-900 tabular-nums">{formatPhone(user.phone) || '입력하지 않음'}</dd>
            </div>
          </dl>
        )}
        <p className="text-small">
          확인한 시각과 번호, 같은 사람인지 알아보는 암호값만 보관합니다. 주민등록번호와 생년월일은 보관하지 않습니다.
        </p>
        {message && <Notice kind={problem ? 'danger' : 'info'}>{message}</Notice>}
        <Button isBusy={isBusy} onClick={() => void handleStart()} className="justify-self-start">
          {message ? '다시 본인인증하기' : '본인인증 시작'}
        </Button>
      </div>
    </AccountPage>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { startIdentity } from '#web/features/accounts/phone/api.ts';
import { paymentSettingsQuery } from '#web/features/orders/api.ts';
import { useAction } from '#web/lib/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { identityFailure } from './identity-failure.ts';

/** The provider's SDK is large: only pages with an identity check and the purchase load it. */
const loadWindow = () => import('#web/features/payments/bootpay-window.ts');

/** The window returns with it, in a popup or in the address. */
export type IdentityResult = { authenticationId: string; search: { event: string; receipt_id: string } };

type Props = {
  /** Where the window returns to by a redirect; the check's id is added. */
  returnPath: '/profile/identity' | '/join/identity' | `/orders/${number}/letter/sign`;
  onResult: (result: IdentityResult) => Promise<void>;
};

/** Opens the provider's identity check; each try has an id of its own. */
export function IdentityStart({ returnPath, onResult }: Props) {
  const queryClient = useQueryClient();
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
    const redirectUrl = `${window.location.origin}${returnPath}/${authenticationId}`;
    const result = await requestIdentity({ settings, mode: paymentMode(), redirectUrl, authenticationId });
    if (!('receiptId' in result)) {
      setFailure(identityFailure(result.code));
      return;
    }
    await onResult({ authenticationId, search: { event: result.kind, receipt_id: result.receiptId } });
  };

  const handleStart = async () => {
    if (isLocked.current) return;
    isLocked.current = true;
    await run(openWindow);
    isLocked.current = false;
  };

  const message = problem ?? failure;
  return (
    <>
      <p className="text-small">
        확인한 시각과 번호, 같은 사람인지 알아보는 암호값만 보관합니다. 주민등록번호와 생년월일은 보관하지 않습니다.
      </p>
      {message && <Notice kind={problem ? 'danger' : 'info'}>{message}</Notice>}
      <Button isBusy={isBusy} onClick={() => void handleStart()} className="justify-self-start">
        {message ? '다시 본인인증하기' : '본인인증 시작'}
      </Button>
    </>
  );
}

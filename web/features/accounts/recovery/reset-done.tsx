import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Outcome } from '#web/ui/outcome.tsx';
import { refreshAuth, useForgetAccount } from '../auth.ts';

/** How long the success message stays before the redirect to the login (spec §9). */
const TO_LOGIN_AFTER_MS = 1500;

/** Takes the message of a reset that succeeded, and leads to the login a little later. */
export function useResetDone() {
  const forgetAccount = useForgetAccount();
  const navigate = useNavigate();
  const [done, setDone] = useState<string>();

  useEffect(() => {
    if (done === undefined) return;
    const timer = setTimeout(() => void navigate({ to: '/login', replace: true }), TO_LOGIN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [done, navigate]);

  const finish = (message: string) => {
    setDone(message);
    // All sessions of the account have ended, including one in this browser.
    forgetAccount();
    void refreshAuth();
  };
  return { done, finish };
}

export function ResetDone({ message }: { message: string }) {
  return (
    <Outcome title="비밀번호 변경 완료">
      <p>{message}</p>
      <p className="text-small text-ink-500">잠시 후 로그인 화면으로 이동합니다.</p>
    </Outcome>
  );
}

import type { SecondFactorKind } from '#shared/features/accounts/factor-kinds.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { TEXT_LINK } from '#web/ui/button-class.ts';
import { FactorForm } from './factor-form.tsx';

type Props = {
  kinds: readonly SecondFactorKind[];
  onLoggedIn: () => Promise<void>;
  /** Back to login id and password; with a sentence where the login ended. */
  onLeave: (problem?: string) => void;
};

/** The second step of a login (contract §6). */
export function SecondStep({ kinds, onLoggedIn, onLeave }: Props) {
  const handleFailure = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'LOGIN_EXPIRED') onLeave(error.message);
  };
  return (
    <>
      <FactorForm kinds={kinds} hasRecovery onGiven={onLoggedIn} onFailed={handleFailure} />
      <button type="button" onClick={() => onLeave()} className={`${TEXT_LINK} mt-4`}>
        다른 아이디로 로그인
      </button>
    </>
  );
}

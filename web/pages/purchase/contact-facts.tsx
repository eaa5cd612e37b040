import { Link } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Account } from '#shared/features/accounts/schemas.ts';
import { contactPromise } from '#shared/format/contact-promise.ts';
import type { ReturnTo } from '#shared/platform/return-to.ts';
import { contactDeadline } from '#shared/rules/business-days.ts';
import { updateProfile } from '#web/features/accounts/api.ts';
import { setAccount } from '#web/features/accounts/auth.ts';
import { UnbrokenNumbers } from '#web/features/orders/unbroken-numbers.tsx';
import { serverNow } from '#web/lib/browsers/server-clock.ts';
import { useDeskHours } from '#web/lib/navigation/desk-hours.tsx';
import { isEmailAsked, markEmailAsked } from '#web/lib/storage/page-storage.ts';
import { useAction } from '#web/lib/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { TEXT_LINK } from '#web/ui/button-class.ts';
import { TextField } from '#web/ui/text-field.tsx';

/**
 * The address of an account that has none, as it is typed: `save` stores it, by its own button or
 * with the payment. Resolves to false when it is refused; nothing typed is nothing to store.
 */
export function useMissingEmail() {
  const [email, setEmail] = useState('');
  const { isBusy, problem, run } = useAction();
  const address = email.trim();
  const save = async (): Promise<boolean> =>
    address === '' ||
    (await run(async () => {
      const { user } = await updateProfile({ email: address });
      setAccount(user);
      setEmail('');
    }));
  return { email, setEmail, isBusy, problem, save };
}

type MissingEmail = ReturnType<typeof useMissingEmail>;

type Props = {
  user: Account;
  missingEmail: MissingEmail;
  /** Where the profile returns to. */
  returnTo: ReturnTo | undefined;
};

/** Until when the firm calls after a payment now, at which number, and where the receipt goes. */
export function ContactFacts({ user, missingEmail, returnTo }: Props) {
  const hours = useDeskHours();
  return (
    <section aria-label="연락 안내" className="rounded-card border border-line bg-surface px-6 py-4">
      <p className="text-ink-900 tabular-nums">
        <UnbrokenNumbers text={`지금 결제하시면 ${contactPromise(contactDeadline(serverNow(), hours), user.phone)}`} />
      </p>
      <Link to="/profile/edit" search={{ from: returnTo }} className={TEXT_LINK}>
        연락받을 번호 바꾸기
      </Link>
      {user.email === '' && <EmailRequest {...missingEmail} />}
    </section>
  );
}

/** Asks once per session for an address: without one the receipt only shows on the site. */
function EmailRequest({ email, setEmail, isBusy, problem, save }: MissingEmail) {
  const [isAsked, setAsked] = useState(isEmailAsked);
  const field = useRef<HTMLInputElement>(null);
  // The button that stores it may be far below.
  useEffect(() => {
    if (problem) field.current?.focus();
  }, [problem]);
  if (isAsked) return null;
  const leave = () => {
    setEmail('');
    markEmailAsked();
    setAsked(true);
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <form onSubmit={handleSubmit} noValidate className="mt-3 grid gap-3 border-line border-t pt-4">
      <TextField
        ref={field}
        label="이메일"
        type="email"
        autoComplete="email"
        isOptional
        hint="결제 영수증과 진행 안내를 보내드릴 주소가 없습니다. 비밀번호를 찾으실 때에도 씁니다."
        error={problem}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" kind="secondary" isBusy={isBusy} disabled={email.trim() === ''}>
          이메일 저장
        </Button>
        <button type="button" onClick={leave} className={TEXT_LINK}>
          이메일 없이 진행
        </button>
      </div>
    </form>
  );
}

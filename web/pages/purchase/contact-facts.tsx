import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
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
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';

type Props = {
  user: Account;
  /** Where the profile returns to. */
  returnTo: ReturnTo | undefined;
};

/** Until when the firm calls after a payment now, at which number, and where the receipt goes. */
export function ContactFacts({ user, returnTo }: Props) {
  const hours = useDeskHours();
  return (
    <section aria-label="연락 안내" className="rounded-card border border-line bg-surface px-6 py-4">
      <p className="text-ink-900 tabular-nums">
        <UnbrokenNumbers text={`지금 결제하시면 ${contactPromise(contactDeadline(serverNow(), hours), user.phone)}`} />
      </p>
      <Link to="/profile/edit" search={{ from: returnTo }} className={TEXT_LINK}>
        연락받을 번호 바꾸기
      </Link>
      {user.email === '' && <EmailRequest />}
    </section>
  );
}

/** Asks once per session for an address: without one the receipt only shows on the site. */
function EmailRequest() {
  const [isAsked, setAsked] = useState(isEmailAsked);
  const [email, setEmail] = useState('');
  const { isBusy, problem, run } = useAction();
  if (isAsked) return null;
  const leave = () => {
    markEmailAsked();
    setAsked(true);
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      const { user } = await updateProfile({ email: email.trim() });
      setAccount(user);
    });
  };
  return (
    <form onSubmit={handleSubmit} noValidate className="mt-3 grid gap-3 border-line border-t pt-4">
      <TextField
        label="이메일"
        type="email"
        autoComplete="email"
        isOptional
        hint="결제 영수증과 진행 안내를 보내드릴 주소가 없습니다. 비밀번호를 찾으실 때에도 씁니다."
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      {problem && <Notice kind="danger">{problem}</Notice>}
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

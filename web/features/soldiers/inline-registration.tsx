import { type ComponentProps, useState } from 'react';
import type { Account } from '#shared/features/accounts/schemas.ts';
import type { Soldier } from '#shared/features/soldiers/schemas.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { latePart } from '#web/ui/late/late-part.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** Has a form, whose code loads on demand. */
const SoldierRegistration = latePart(async () => (await import('./soldier-registration.tsx')).SoldierRegistration, {
  pending: <Skeleton className="h-[460px] w-full" />,
  says: 'in place',
});

const CONSENT = '본인이 아니면 그 군인의 동의를 받고 입력해주세요.';
/** From here on the card stands beside the text. */
const WIDE = '(min-width: 1024px)';

type Props = { user: Account; label: string; onRegistered: (soldier: Soldier) => void };

/** The form of a new soldier within another page. */
export function RegistrationPart(props: ComponentProps<typeof SoldierRegistration>) {
  return (
    <>
      <p className="mb-4 text-small">{CONSENT}</p>
      <SoldierRegistration {...props} />
    </>
  );
}

/** Registers a soldier without leaving the page: within the card, or in a sheet on a phone. */
export function InlineRegistration({ user, label, onRegistered }: Props) {
  const [shownAs, setShownAs] = useState<'part' | 'sheet'>();
  const close = () => setShownAs(undefined);
  const form = (
    <RegistrationPart
      user={user}
      onRegistered={(soldier) => {
        close();
        onRegistered(soldier);
      }}
      // The sheet has a way out, and keeps what was typed.
      onCancel={shownAs === 'part' ? close : undefined}
    />
  );
  if (shownAs === 'part') return <div className="mt-3 border-line border-t pt-4">{form}</div>;
  return (
    <>
      <Button
        kind="secondary"
        className="mt-2 w-full"
        onClick={() => setShownAs(window.matchMedia(WIDE).matches ? 'part' : 'sheet')}
      >
        {label}
      </Button>
      <Dialog isOpen={shownAs === 'sheet'} onClose={close} title="군인 등록" isSheet>
        {form}
      </Dialog>
    </>
  );
}

import { useState } from 'react';
import type { PhoneResetBody, SentCode } from '#shared/features/accounts/phone-schemas.ts';
import { PhoneResetCode } from './phone-reset-code.tsx';
import { PhoneResetRequest } from './phone-reset-request.tsx';

/** A new password by the proven phone: first a code is asked for, then it is entered. */
export function PhoneReset({ onReset }: { onReset: (message: string) => void }) {
  const [asked, setAsked] = useState<PhoneResetBody>({ userId: '', phone: '' });
  const [sent, setSent] = useState<SentCode>();
  if (!sent) {
    return (
      <PhoneResetRequest
        initial={asked}
        onSent={(request, times) => {
          setAsked(request);
          setSent(times);
        }}
      />
    );
  }
  return (
    <PhoneResetCode
      asked={asked}
      sent={sent}
      onSentAgain={setSent}
      onReset={onReset}
      onLeave={() => setSent(undefined)}
    />
  );
}

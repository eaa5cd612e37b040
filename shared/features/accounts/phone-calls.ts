import { call } from '#shared/contract/call.ts';
import type {
  ConfirmIdentityBody,
  PhoneResetAnswer,
  PhoneResetBody,
  PhoneStatus,
  ResetByPhoneBody,
  ResetWays,
  SentCode,
  StartedIdentity,
  VerifiedPhone,
  VerifyPhoneBody,
} from './phone-schemas.ts';
import type { MessageAnswer } from './schemas.ts';

export const getStatus = call<{ answer: PhoneStatus }>('GET', '/api/auth/phone', { access: 'user' });

/** A new code ends the last one. */
export const sendCode = call<{ answer: SentCode }>('POST', '/api/auth/phone/code', { access: 'user', status: 202 });

export const verifyCode = call<{ body: VerifyPhoneBody; answer: VerifiedPhone }>('POST', '/api/auth/phone/verify', {
  access: 'user',
});

/** The id belongs to the account and the session. */
export const startIdentity = call<{ answer: StartedIdentity }>('POST', '/api/auth/identity', {
  access: 'user',
  status: 201,
});

export const confirmIdentity = call<{ body: ConfirmIdentityBody; answer: VerifiedPhone }>(
  'POST',
  '/api/auth/identity/confirm',
  { access: 'user' },
);

export const getResetWays = call<{ answer: ResetWays }>('GET', '/api/auth/password-reset/ways', { access: 'public' });

/** Sends a code that sets a new password to the proven number of an account. */
export const requestPhoneReset = call<{ body: PhoneResetBody; answer: PhoneResetAnswer }>(
  'POST',
  '/api/auth/password-reset/phone',
  { access: 'public', status: 202 },
);

export const resetByPhone = call<{ body: ResetByPhoneBody; answer: MessageAnswer }>(
  'POST',
  '/api/auth/password-reset/phone/confirm',
  { access: 'public' },
);

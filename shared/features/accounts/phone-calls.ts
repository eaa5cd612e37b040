import { call } from '#shared/contract/call.ts';
import type {
  ConfirmIdentityBody,
  PhoneStatus,
  SentCode,
  StartedIdentity,
  VerifiedPhone,
  VerifyPhoneBody,
} from './phone-schemas.ts';

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

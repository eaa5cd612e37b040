import { call } from '#shared/contract/call.ts';
import type { EmailStatus, EmailTokenBody } from './email-schemas.ts';
import type { MessageAnswer } from './schemas.ts';

export const getStatus = call<{ answer: EmailStatus }>('GET', '/api/auth/email', { access: 'user' });

export const requestVerification = call<{ answer: MessageAnswer }>('POST', '/api/auth/email/request', {
  access: 'user',
});

/**
 * Called from the page of a mailed link: the token proves the address, with or without a session.
 */
export const verify = call<{ body: EmailTokenBody; answer: MessageAnswer }>('POST', '/api/auth/email/verify', {
  access: 'public',
});

/** Ends all sessions of the account. */
export const undo = call<{ body: EmailTokenBody; answer: MessageAnswer }>('POST', '/api/auth/email/undo', {
  access: 'public',
});

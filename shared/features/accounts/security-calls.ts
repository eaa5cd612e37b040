import { call } from '#shared/contract/call.ts';
import type { IdParam, Success } from '#shared/contract/fields.ts';
import type { LoginEvent, LoginEventsQuery, OpenSession } from './session-schemas.ts';

export const listSessions = call<{ answer: OpenSession[] }>('GET', '/api/auth/sessions', { access: 'user' });

export const endSession = call<{ params: IdParam; answer: Success }>('DELETE', '/api/auth/sessions/:id', {
  access: 'user',
});

/** Ends all but the one that asks. */
export const endOtherSessions = call<{ answer: Success }>('DELETE', '/api/auth/sessions', { access: 'user' });

/** Newest first. */
export const listLoginEvents = call<{ query: LoginEventsQuery; answer: LoginEvent[] }>(
  'GET',
  '/api/auth/login-events',
  { access: 'user' },
);

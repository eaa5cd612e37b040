import { call } from '#shared/contract/call.ts';
import type { IdParam, Success } from '#shared/contract/fields.ts';
import type { ChangeSharesBody, ParticipantParams, Shares } from './share-schemas.ts';

/** The shares of the payer; for the client alone. */
export const get = call<{ params: IdParam; answer: Shares }>('GET', '/api/orders/:id/shares', { access: 'user' });

export const change = call<{ params: IdParam; body: ChangeSharesBody; answer: Shares }>(
  'PUT',
  '/api/orders/:id/shares',
  { access: 'user' },
);

/** Ends the own part in a case. */
export const leave = call<{ params: IdParam; answer: Success }>('DELETE', '/api/orders/:id/participants/me', {
  access: 'user',
});

/** Ends all shares of the payer, who stays the payer. */
export const end = call<{ params: ParticipantParams; answer: Success }>(
  'DELETE',
  '/api/orders/:id/participants/:participantId',
  { access: 'user' },
);

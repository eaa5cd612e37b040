import { call } from '#shared/contract/call.ts';
import type { IdParam, Success } from '#shared/contract/fields.ts';
import type {
  AcceptAnswer,
  AcceptBody,
  Invitation,
  InviteBody,
  InviteGuardianBody,
  LookAnswer,
  LookBody,
} from './invitation-schemas.ts';

/** Makes a link for the order's soldier; a new one ends the last. */
export const invite = call<{ params: IdParam; body: InviteBody; answer: Invitation }>(
  'POST',
  '/api/orders/:id/invitation',
  { access: 'user', status: 201 },
);

export const withdraw = call<{ params: IdParam; answer: Success }>('DELETE', '/api/orders/:id/invitation', {
  access: 'user',
});

/** Makes a link for a guardian of a client who is under age. */
export const inviteGuardian = call<{ params: IdParam; body: InviteGuardianBody; answer: Invitation }>(
  'POST',
  '/api/orders/:id/guardians',
  { access: 'user', status: 201 },
);

/** Reads who invites; spends nothing. */
export const look = call<{ body: LookBody; answer: LookAnswer }>('POST', '/api/invitations/look', {
  access: 'public',
});

/** Joins the case by an identity check of the person who was invited. */
export const accept = call<{ body: AcceptBody; answer: AcceptAnswer }>('POST', '/api/invitations/accept', {
  access: 'user',
});

import { call } from '#shared/contract/call.ts';
import type { IdParam, Success } from '#shared/contract/fields.ts';
import type { AddedParticipant, AddParticipantBody, RemoveParticipantBody } from './admin-schemas.ts';
import type { ParticipantParams } from './share-schemas.ts';

/** Makes an account a participant of a case, confirmed by a call. */
export const add = call<{ params: IdParam; body: AddParticipantBody; answer: AddedParticipant }>(
  'POST',
  '/api/admin/orders/:id/participants',
  { access: 'admin', needs: 'orders', stepUp: true, status: 201 },
);

export const remove = call<{ params: ParticipantParams; body: RemoveParticipantBody; answer: Success }>(
  'DELETE',
  '/api/admin/orders/:id/participants/:participantId',
  { access: 'admin', needs: 'orders', stepUp: true },
);

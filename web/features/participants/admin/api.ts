import * as userCalls from '#shared/features/accounts/admin-calls.ts';
import * as calls from '#shared/features/participants/admin-calls.ts';
import type { AddParticipantBody, RemoveParticipantBody } from '#shared/features/participants/admin-schemas.ts';
import { send } from '#web/lib/send.ts';
import { sendList } from '#web/lib/send-list.ts';

/** Members who are offered for a word of their name, login id or phone number. */
const MOST_FOUND = 5;

export const findMembers = (q: string) => sendList(userCalls.list, { query: { q, limit: String(MOST_FOUND) } });

export const addParticipant = (id: number, body: AddParticipantBody) => send(calls.add, { params: { id }, body });

export const removeParticipant = (id: number, participantId: number, body: RemoveParticipantBody) =>
  send(calls.remove, { params: { id, participantId }, body });

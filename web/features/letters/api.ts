import { queryOptions } from '@tanstack/react-query';
import * as letterCalls from '#shared/features/letters/calls.ts';
import type { DeclineLetterBody, SignLetterBody } from '#shared/features/letters/schemas.ts';
import * as invitationCalls from '#shared/features/participants/invitation-calls.ts';
import type { InviteGuardianBody } from '#shared/features/participants/invitation-schemas.ts';
import { send, urlOf } from '#web/lib/send.ts';

/** The server asks the provider of the identity check. */
const SIGN_TIMEOUT_MS = 30_000;

/** Reading it is noted in the evidence: only the pages that show the letter fetch it. */
export const letterQuery = (id: number) =>
  queryOptions({
    queryKey: ['orders', id, 'letter'],
    queryFn: ({ signal }) => send(letterCalls.get, { params: { id }, signal }),
    meta: { isPersonal: true },
  });

export const signLetter = (id: number, body: SignLetterBody) =>
  send(letterCalls.sign, { params: { id }, body, timeoutMs: SIGN_TIMEOUT_MS });
export const declineLetter = (id: number, body: DeclineLetterBody) =>
  send(letterCalls.decline, { params: { id }, body });
export const setCustody = (id: number, sole: boolean) =>
  send(letterCalls.setCustody, { params: { id }, body: { sole } });
export const inviteGuardian = (id: number, body: InviteGuardianBody) =>
  send(invitationCalls.inviteGuardian, { params: { id }, body });

export const pdfUrl = (id: number) => urlOf(letterCalls.getPdf, { params: { id } });
export const evidenceUrl = (id: number) => urlOf(letterCalls.getEvidence, { params: { id } });

/** The hash of the finished file, from the evidence that is kept beside it. */
export const fileHashQuery = (id: number) =>
  queryOptions({
    queryKey: ['orders', id, 'letter', 'hash'],
    queryFn: async ({ signal }) => {
      const evidence: unknown = await send(letterCalls.getEvidence, { params: { id }, signal });
      const hasHash = typeof evidence === 'object' && evidence !== null && 'pdf_sha256' in evidence;
      if (!hasHash) throw new TypeError('the evidence has no hash of the file');
      return String(evidence.pdf_sha256);
    },
    meta: { isPersonal: true },
  });

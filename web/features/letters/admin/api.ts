import * as letterCalls from '#shared/features/letters/calls.ts';
import type { LetterBody, UpdateLetterBody } from '#shared/features/letters/schemas.ts';
import { send, urlOf } from '#web/lib/send.ts';

export const createLetter = (id: number, body: LetterBody) => send(letterCalls.create, { params: { id }, body });
export const updateLetter = (id: number, body: UpdateLetterBody) => send(letterCalls.update, { params: { id }, body });
export const offerLetter = (id: number) => send(letterCalls.offer, { params: { id } });
export const signForFirm = (id: number) => send(letterCalls.signForFirm, { params: { id } });
export const withdrawLetter = (id: number) => send(letterCalls.withdraw, { params: { id } });
export const retrySeal = (id: number) => send(letterCalls.retrySeal, { params: { id } });
export const readLetter = (id: number) => send(letterCalls.getForAdmin, { params: { id } });

export const pdfUrlForAdmin = (id: number) => urlOf(letterCalls.getPdfForAdmin, { params: { id } });
export const evidenceUrlForAdmin = (id: number) => urlOf(letterCalls.getEvidenceForAdmin, { params: { id } });

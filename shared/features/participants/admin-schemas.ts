import { z } from 'zod';
import { id, requiredId, requiredLine } from '#shared/contract/fields.ts';

const MAX_NOTE = 300;
const note = requiredLine(MAX_NOTE, '통화로 확인한 내용을 적어주세요.');

/** Makes an account a participant, confirmed by a call; `note` goes to the audit log. */
export const addParticipantBody = z.object({
  role: z.enum(['client', 'guardian'], { error: '의뢰인이나 보호자를 선택해주세요.' }),
  user_id: requiredId('참여할 회원을 선택해주세요.'),
  note,
});
export type AddParticipantBody = z.input<typeof addParticipantBody>;
export type ValidAddParticipantBody = z.output<typeof addParticipantBody>;

export const removeParticipantBody = z.object({ note });
export type RemoveParticipantBody = z.input<typeof removeParticipantBody>;

export const addedParticipant = z.object({ id });
export type AddedParticipant = z.infer<typeof addedParticipant>;

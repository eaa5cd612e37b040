import { z } from 'zod';
import { id, personName, phone, receiptIdText, timestamp } from '#shared/contract/fields.ts';

const MAX_TOKEN = 100;

/** `sms` also sends the link to the soldier's number. */
export const inviteBody = z.object({
  send: z.literal('sms', { error: '보내는 방법이 올바르지 않습니다.' }).nullish(),
});
export type InviteBody = z.input<typeof inviteBody>;
export type ValidInviteBody = z.output<typeof inviteBody>;

export const inviteGuardianBody = z.object({ name: personName, phone });
export type InviteGuardianBody = z.input<typeof inviteGuardianBody>;
export type ValidInviteGuardianBody = z.output<typeof inviteGuardianBody>;

/** The link; it is shown once. */
export const invitation = z.object({ url: z.string(), expires_at: timestamp });
export type Invitation = z.infer<typeof invitation>;

const token = z.string({ error: '초대 링크가 올바르지 않습니다.' }).min(1).max(MAX_TOKEN);

export const lookBody = z.object({ token });
export type LookBody = z.infer<typeof lookBody>;

/** Says nothing of the case: the firm, and the family name of the inviter. */
export const lookAnswer = z.object({ firm: z.string(), inviter: z.string() });
export type LookAnswer = z.infer<typeof lookAnswer>;

export const acceptBody = z.object({
  token,
  authentication_id: z.string({ error: '본인인증을 먼저 해주세요.' }).min(1, '본인인증을 먼저 해주세요.').max(100),
  receipt_id: receiptIdText,
});
export type AcceptBody = z.input<typeof acceptBody>;
export type ValidAcceptBody = z.output<typeof acceptBody>;

export const acceptAnswer = z.object({ order_id: id });
export type AcceptAnswer = z.infer<typeof acceptAnswer>;

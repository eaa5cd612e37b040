import { z } from 'zod';
import { password, receiptIdText, requiredPhone, sixDigits, timestamp } from '#shared/contract/fields.ts';
import { logInBody, messageAnswer } from './schemas.ts';

const CODE_MESSAGE = '문자로 받은 인증번호 6자리를 입력해주세요.';
const AUTHENTICATION_MESSAGE = '본인인증 번호가 올바르지 않습니다.';

/** How a number was proved: by the provider's identity check, or by a code. */
export const PHONE_PROOF_METHODS = ['identity', 'sms'] as const;
export type PhoneProofMethod = (typeof PHONE_PROOF_METHODS)[number];

/** Acts that an identity check serves: the proof of the phone, accepting an invitation, signing a letter. */
export type IdentityAct = 'phone' | 'join' | 'letter';

/** The account's phone: how it was proved, and how it can be. */
export const phoneStatus = z.object({
  phone: z.string(),
  phone_verified: z.boolean(),
  proofs: z.array(z.object({ method: z.enum(PHONE_PROOF_METHODS), proven_at: timestamp })),
  /** Ways that this shop offers. */
  ways: z.object({ sms: z.boolean(), identity: z.boolean() }),
  /** True when the number can receive text messages. */
  is_mobile: z.boolean(),
  /** The code under way. */
  code: z.object({ expires_at: timestamp, resend_at: timestamp }).nullable(),
});
export type PhoneStatus = z.infer<typeof phoneStatus>;

/** When the code ends, and when another one can be sent (contract §7). */
export const sentCode = z.object({ expires_at: timestamp, resend_at: timestamp });
export type SentCode = z.infer<typeof sentCode>;

export const verifyPhoneBody = z.object({ code: sixDigits(CODE_MESSAGE) });
export type VerifyPhoneBody = z.infer<typeof verifyPhoneBody>;

export const verifiedPhone = z.object({ success: z.literal(true), phone_verified: z.literal(true) });
export type VerifiedPhone = z.infer<typeof verifiedPhone>;

/** Holds what the provider's window is opened with. */
export const startedIdentity = z.object({ authentication_id: z.string() });
export type StartedIdentity = z.infer<typeof startedIdentity>;

export const confirmIdentityBody = z.object({
  authentication_id: z
    .string({ error: AUTHENTICATION_MESSAGE })
    .min(1, AUTHENTICATION_MESSAGE)
    .max(100, AUTHENTICATION_MESSAGE),
  receipt_id: receiptIdText,
});
export type ConfirmIdentityBody = z.infer<typeof confirmIdentityBody>;

/** Holds whether a new password can be set by phone. */
export const resetWays = z.object({ phone: z.boolean() });
export type ResetWays = z.infer<typeof resetWays>;

export const phoneResetBody = z.object({ userId: logInBody.shape.userId, phone: requiredPhone });
export type PhoneResetBody = z.infer<typeof phoneResetBody>;

/** The same for every account and number, whether a code is sent or not. */
export const phoneResetAnswer = messageAnswer.extend(sentCode.shape);
export type PhoneResetAnswer = z.infer<typeof phoneResetAnswer>;

export const resetByPhoneBody = phoneResetBody.extend({ code: sixDigits(CODE_MESSAGE), newPassword: password });
export type ResetByPhoneBody = z.infer<typeof resetByPhoneBody>;

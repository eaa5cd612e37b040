import { z } from 'zod';
import { id, receiptIdText, requiredId, requiredLine, requiredText, text, timestamp } from '#shared/contract/fields.ts';
import { LETTER_STATES, MAX_FEE_WON, SIGNER_ROLES } from '#shared/rules/letters/letter-state.ts';

const LETTER_MESSAGE = '서명할 문서를 선택해주세요.';
const FEE_MESSAGE = '보수는 0 이상의 정수(원)여야 합니다.';
const MARK_MESSAGE = '그린 서명이 올바르지 않습니다. 지우고 다시 그려주세요.';
const IDENTITY_MESSAGE = '본인인증을 먼저 해주세요.';
const MAX_MARK = 20_000;

const signature = z.object({ role: z.enum(SIGNER_ROLES), name: z.string(), at: timestamp });

const document = z.object({
  /** The number that is signed by. */
  id,
  html: z.string(),
  /** Of the HTML in UTF-8, in hexadecimal digits; null in a draft. */
  sha256: z.string().nullable(),
  /** The sentence that a signer agrees to. */
  consent_text: z.string(),
  signatures: z.array(signature),
});

/** `none`: no key was configured; the file is not sealed. */
export const LETTER_SEALS = ['none', 'pades', 'pades_timestamped'] as const;

/** Why a file was not written: a character without a glyph, the key or its password, the stamp service. */
export const SEAL_PROBLEMS = ['font', 'key', 'stamp', 'other'] as const;
export type SealProblem = (typeof SEAL_PROBLEMS)[number];

/** A letter of a case (수임계약서, contract §8). */
export const letter = document.extend({
  state: z.enum(LETTER_STATES),
  offered_at: timestamp.nullable(),
  expires_at: timestamp.nullable(),
  has_pdf: z.boolean(),
  seal: z.enum(LETTER_SEALS).nullable(),
  /** The roles whose signature is missing; `guardian` once for each. */
  waits_for: z.array(z.enum(SIGNER_ROLES)),
});
export type Letter = z.infer<typeof letter>;

/** The sheet of a payer who is not the client; its state is the letter's, until the payer has signed. */
export const payerSheet = document.extend({ state: z.enum(['signed_by_payer', ...LETTER_STATES]) });
export type PayerSheet = z.infer<typeof payerSheet>;

/** The document that a person of a case signs, as the case room names it. */
export const caseLetter = z.object({
  document: z.enum(['letter', 'payer_sheet']),
  state: payerSheet.shape.state,
  /** The reader may sign it now. */
  is_my_turn: z.boolean(),
  waits_for: z.array(z.enum(SIGNER_ROLES)),
  expires_at: timestamp.nullable(),
});
export type CaseLetter = z.infer<typeof caseLetter>;

/** To the client and a guardian the letter; to the payer the sheet, with the letter if the client shares it. */
export const ownLetter = z.union([
  letter.extend({ payer_sheet: payerSheet.optional() }),
  z.object({ payer_sheet: payerSheet }),
]);
export type OwnLetter = z.infer<typeof ownLetter>;

/** As administrators see it. */
export const adminLetter = letter.extend({
  scope: z.string(),
  fee: z.int(),
  terms: z.string(),
  payer_sheet: payerSheet.nullable(),
  /** Failed tries to write and seal the file; null unless all have signed and it waits for the seal. */
  sealing: z.object({ failures: z.int(), problem: z.enum(SEAL_PROBLEMS).nullable() }).nullable(),
  declined: z.object({ by: z.enum(SIGNER_ROLES), reason: z.string() }).nullable(),
});
export type AdminLetter = z.infer<typeof adminLetter>;

export const letterBody = z.object({
  scope: requiredText(2000, '맡기는 일을 입력해주세요.'),
  fee: z
    .int({ error: FEE_MESSAGE })
    .min(0, FEE_MESSAGE)
    .max(MAX_FEE_WON, '보수가 1천만 원을 넘으면 인지세를 내야 하므로 종이 계약서로 작성해주세요.'),
  terms: text(4000, '특약을 문자로 입력해주세요.').nullish(),
});
export type LetterBody = z.input<typeof letterBody>;
export type ValidLetterBody = z.output<typeof letterBody>;

/** `seen` are the values that the form was opened with: others by now are refused. */
export const updateLetterBody = letterBody.extend({
  seen: z.object({ scope: z.string(), fee: z.int(), terms: z.string() }).optional(),
});
export type UpdateLetterBody = z.input<typeof updateLetterBody>;
export type ValidUpdateLetterBody = z.output<typeof updateLetterBody>;

/** `consent` is the sentence shown, `mark` a drawn signature as the path of an SVG. */
export const signLetterBody = z.object({
  letter_id: requiredId(LETTER_MESSAGE),
  sha256: z.string({ error: LETTER_MESSAGE }).regex(/^[0-9a-f]{64}$/, LETTER_MESSAGE),
  consent: requiredLine(500, '동의하는 문장을 확인하고 체크해주세요.'),
  name: requiredLine(50, '이름을 입력해주세요.'),
  authentication_id: z.string({ error: IDENTITY_MESSAGE }).min(1, IDENTITY_MESSAGE).max(100, IDENTITY_MESSAGE),
  receipt_id: receiptIdText,
  mark: z
    .string({ error: MARK_MESSAGE })
    .max(MAX_MARK, MARK_MESSAGE)
    .regex(/^[ML0-9 .,-]*$/, MARK_MESSAGE)
    .nullish(),
  client_id: z.guid({ error: '서명의 고유 번호가 필요합니다.' }).transform((uuid) => uuid.toLowerCase()),
});
export type SignLetterBody = z.input<typeof signLetterBody>;
export type ValidSignLetterBody = z.output<typeof signLetterBody>;

export const custodyBody = z.object({ sole: z.boolean({ error: '한 분만 친권자인지 선택해주세요.' }) });
export type CustodyBody = z.infer<typeof custodyBody>;

export const declineLetterBody = z.object({ reason: requiredText(500, '거절하는 까닭을 적어주세요.') });
export type DeclineLetterBody = z.input<typeof declineLetterBody>;

/** A file that is sent as it is stored. */
export const letterFile = z.string().meta({ format: 'binary' });
export type LetterFile = z.infer<typeof letterFile>;

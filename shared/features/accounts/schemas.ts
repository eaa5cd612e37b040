import { z } from 'zod';
import { ERRORS } from '#shared/contract/errors.ts';
import {
  email,
  id,
  militaryStatus,
  optionalName,
  PASSWORD_BLANK_MESSAGE,
  password,
  personName,
  requiredEmail,
  requiredPhone,
  timestamp,
  USER_ID_BLANK_MESSAGE,
  userId,
} from '#shared/contract/fields.ts';
import { readAscii } from '#shared/text/typed-text.ts';
import { SECOND_FACTOR_KINDS } from './factor-kinds.ts';
import { PERMISSIONS } from './permissions.ts';

/** The account of the person who asks (contract §3). */
export const account = z.object({
  id,
  user_id: z.string(),
  fullname: z.string(),
  phone: z.string(),
  phone_verified: z.boolean(),
  email: z.string(),
  military_status: militaryStatus.nullable(),
  role: z.enum(['user', 'admin']),
  created_at: timestamp,
});
export type Account = z.infer<typeof account>;

/** The account of the person who asks, with what it may do (contract §6). */
export const myAccount = account.extend({
  /** Empty for customers. */
  permissions: z.array(z.enum(PERMISSIONS)),
  /** The administration is closed to this account until it has a second factor. */
  second_factor_required: z.boolean(),
  has_second_factor: z.boolean(),
  /** Nothing works until the password is changed. */
  password_change_required: z.boolean(),
});
export type MyAccount = z.infer<typeof myAccount>;

/** Any text is taken as a password here: a wrong one is 401, whatever its form. */
export const logInBody = z.object({
  userId: z
    .string({ error: USER_ID_BLANK_MESSAGE })
    .overwrite(readAscii)
    .min(1, USER_ID_BLANK_MESSAGE)
    .max(200, '아이디가 너무 깁니다.'),
  password: z
    .string({ error: PASSWORD_BLANK_MESSAGE })
    .max(1000, '비밀번호가 너무 깁니다.')
    .refine((text) => text.trim() !== '', PASSWORD_BLANK_MESSAGE),
  /** False: the session ends with the browser, and after 12 hours at the latest. */
  remember: z.boolean({ error: '로그인 유지 여부를 선택해주세요.' }).default(true),
});
export type LogInBody = z.input<typeof logInBody>;

/** The terms have to be agreed to, by a sign-up of either kind. */
export const acceptedTos = z.literal(true, { error: '약관에 동의해야 가입이 가능합니다.' });

export const registerBody = z.object({
  userId,
  password,
  phone: requiredPhone,
  email: email.default(''),
  fullname: optionalName.default(''),
  acceptedTos,
  acceptedMarketing: z.boolean({ error: '광고성 정보 수신 동의 여부를 선택해주세요.' }).default(false),
});
export type RegisterBody = z.input<typeof registerBody>;
export type ValidRegisterBody = z.output<typeof registerBody>;

/** The login id of the account that was made or logged in to. */
export const userIdAnswer = z.object({ success: z.literal(true), userId: z.string() });
export type UserIdAnswer = z.infer<typeof userIdAnswer>;

/**
 * With `second_factor` no session is open yet: one of these kinds has to be given (contract §6).
 */
export const logInAnswer = userIdAnswer.extend({ second_factor: z.array(z.enum(SECOND_FACTOR_KINDS)).optional() });
export type LogInAnswer = z.infer<typeof logInAnswer>;

export const checkUserIdParams = z.object({ userId });
export type CheckUserIdParams = z.input<typeof checkUserIdParams>;
export const userIdAvailable = z.object({ available: z.literal(true), message: z.string() });
export type UserIdAvailable = z.infer<typeof userIdAvailable>;

/** An address is asked for by both ways of recovery. */
export const recoveryBody = z.object({ email: requiredEmail });
export type RecoveryBody = z.infer<typeof recoveryBody>;

const RESET_TOKEN_MESSAGE = ERRORS.RESET_TOKEN_INVALID.message;
export const resetPasswordBody = z.object({
  token: z.string({ error: RESET_TOKEN_MESSAGE }).min(1, RESET_TOKEN_MESSAGE).max(200, RESET_TOKEN_MESSAGE),
  newPassword: password,
});
export type ResetPasswordBody = z.infer<typeof resetPasswordBody>;

/** A field that is left out stays as it is (contract §3). */
export const updateProfileBody = z.object({
  fullname: personName.optional(),
  /** The number that the firm calls about open orders. A changed one is no longer verified. */
  phone: requiredPhone.optional(),
  email: email.optional(),
  military_status: militaryStatus.nullable().optional(),
  currentPassword: z.string({ error: PASSWORD_BLANK_MESSAGE }).max(1000, '비밀번호가 너무 깁니다.').optional(),
  newPassword: password.optional(),
});
export type UpdateProfileBody = z.infer<typeof updateProfileBody>;
export const updatedProfile = z.object({
  success: z.literal(true),
  message: z.string(),
  user: myAccount,
});
export type UpdatedProfile = z.infer<typeof updatedProfile>;

/** Holds what closing the account would mean: whether a password is asked for, and what the law keeps. */
export const closing = z.object({
  needsPassword: z.boolean(),
  /** Paid orders, kept apart for five years. */
  keptOrders: z.int(),
});
export type Closing = z.infer<typeof closing>;
export const closeAccountBody = z.object({
  /** Left out by accounts that have none, which came by a social login. */
  password: z.string({ error: PASSWORD_BLANK_MESSAGE }).max(1000, '비밀번호가 너무 깁니다.').optional(),
});
export type CloseAccountBody = z.infer<typeof closeAccountBody>;

export const messageAnswer = z.object({ success: z.literal(true), message: z.string() });
export type MessageAnswer = z.infer<typeof messageAnswer>;
export const csrfToken = z.object({ csrfToken: z.string() });
export type CsrfToken = z.infer<typeof csrfToken>;

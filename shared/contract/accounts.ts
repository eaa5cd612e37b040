import { z } from 'zod';
import { ERRORS } from './errors.ts';
import {
  email,
  id,
  line,
  militaryStatus,
  PASSWORD_BLANK_MESSAGE,
  password,
  requiredEmail,
  requiredLine,
  requiredPhone,
  timestamp,
  USER_ID_BLANK_MESSAGE,
  userId,
} from './fields.ts';

/** The account of the person who asks (contract §3). */
export const accountResponse = z.object({
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
export type Account = z.infer<typeof accountResponse>;

/** Any text is taken as a password here: a wrong one is 401, whatever its form. */
export const loginRequest = z.object({
  userId: z
    .string({ error: USER_ID_BLANK_MESSAGE })
    .trim()
    .min(1, USER_ID_BLANK_MESSAGE)
    .max(200, '아이디가 너무 깁니다.'),
  password: z
    .string({ error: PASSWORD_BLANK_MESSAGE })
    .max(1000, '비밀번호가 너무 깁니다.')
    .refine((text) => text.trim() !== '', PASSWORD_BLANK_MESSAGE),
});
export type LoginRequest = z.infer<typeof loginRequest>;
export const loginResponse = z.object({ success: z.literal(true), userId: z.string() });

/** The terms have to be agreed to, by a sign-up of either kind. */
export const acceptedTos = z.literal(true, { error: '약관에 동의해야 가입이 가능합니다.' });

export const registerRequest = z.object({
  userId,
  password,
  phone: requiredPhone,
  email: email.default(''),
  fullname: line(50).default(''),
  acceptedTos,
  acceptedMarketing: z.boolean({ error: '광고성 정보 수신 동의 여부를 선택해주세요.' }).default(false),
});
export type RegisterRequest = z.infer<typeof registerRequest>;
export const registerResponse = z.object({ success: z.literal(true), userId: z.string() });

export const checkUserIdParams = z.object({ userId });
export const checkUserIdResponse = z.object({ available: z.literal(true), message: z.string() });

/** An address is asked for by both ways of recovery. */
export const recoveryRequest = z.object({ email: requiredEmail });
export type RecoveryRequest = z.infer<typeof recoveryRequest>;

const RESET_TOKEN_MESSAGE = ERRORS.RESET_TOKEN_INVALID.message;
export const resetPasswordRequest = z.object({
  token: z.string({ error: RESET_TOKEN_MESSAGE }).min(1, RESET_TOKEN_MESSAGE).max(200, RESET_TOKEN_MESSAGE),
  newPassword: password,
});
export type ResetPasswordRequest = z.infer<typeof resetPasswordRequest>;

/** A field that is left out stays as it is (contract §3). */
export const updateProfileRequest = z.object({
  fullname: requiredLine(50, '이름을 입력해주세요.').optional(),
  email: email.optional(),
  military_status: militaryStatus.nullable().optional(),
  currentPassword: z.string({ error: PASSWORD_BLANK_MESSAGE }).max(1000, '비밀번호가 너무 깁니다.').optional(),
  newPassword: password.optional(),
});
export type UpdateProfileRequest = z.infer<typeof updateProfileRequest>;
export const updateProfileResponse = z.object({
  success: z.literal(true),
  message: z.string(),
  user: accountResponse,
});
export type UpdatedProfile = z.infer<typeof updateProfileResponse>;

/** What closing the account would mean: whether a password is asked for, and what the law keeps. */
export const closingResponse = z.object({
  needsPassword: z.boolean(),
  /** Paid orders, kept apart for five years. */
  keptOrders: z.int(),
});
export type Closing = z.infer<typeof closingResponse>;
export const closeAccountRequest = z.object({
  /** Left out by accounts that have none, which came by a social login. */
  password: z.string({ error: PASSWORD_BLANK_MESSAGE }).max(1000, '비밀번호가 너무 깁니다.').optional(),
});
export type CloseAccountRequest = z.infer<typeof closeAccountRequest>;

export const messageResponse = z.object({ success: z.literal(true), message: z.string() });
export type MessageAnswer = z.infer<typeof messageResponse>;
export const csrfTokenResponse = z.object({ csrfToken: z.string() });

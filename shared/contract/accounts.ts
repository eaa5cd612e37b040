import { z } from 'zod';
import {
  email,
  id,
  line,
  militaryStatus,
  PASSWORD_BLANK_MESSAGE,
  password,
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

export const registerRequest = z.object({
  userId,
  password,
  phone: requiredPhone,
  email: email.default(''),
  fullname: line(50).default(''),
  acceptedTos: z.literal(true, { error: '약관에 동의해야 가입이 가능합니다.' }),
});
export type RegisterRequest = z.infer<typeof registerRequest>;
export const registerResponse = z.object({ success: z.literal(true), userId: z.string() });

export const checkUserIdParams = z.object({ userId });
export const checkUserIdResponse = z.object({ available: z.literal(true), message: z.string() });

export const successResponse = z.object({ success: z.literal(true) });
export const csrfTokenResponse = z.object({ csrfToken: z.string() });

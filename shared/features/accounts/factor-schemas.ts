import { z } from 'zod';
import { PASSWORD_BLANK_MESSAGE, requiredLine, sixDigits, timestamp } from '#shared/contract/fields.ts';
import { SOCIAL_PROVIDERS } from '#shared/features/oauth/schemas.ts';
import { readCode } from '#shared/text/typed-text.ts';
import { SECOND_FACTOR_KINDS } from './factor-kinds.ts';

const CODE_MESSAGE = '인증 앱에 보이는 숫자 6자리를 입력해주세요.';
const RECOVERY_MESSAGE = '복구 코드를 입력해주세요.';
const NAME_MESSAGE = '패스키의 이름을 입력해주세요.';
const PASSKEY_MESSAGE = '패스키의 응답을 읽을 수 없습니다.';
const ONE_PROOF_MESSAGE = '인증 코드를 입력해주세요.';

const code = sixDigits(CODE_MESSAGE);
/** As the browser's WebAuthn API encodes bytes. */
const base64Url = z
  .string({ error: PASSKEY_MESSAGE })
  .max(20_000, PASSKEY_MESSAGE)
  .regex(/^[\w-]+$/, PASSKEY_MESSAGE);

/**
 * One way to give a second factor (contract §6). The recovery codes are one entry without an id: 0.
 */
export const secondFactor = z.object({
  id: z.int(),
  kind: z.enum(['totp', 'passkey', 'recovery']),
  name: z.string(),
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
  /** Recovery codes that are not used. */
  left: z.int().optional(),
});
export type SecondFactor = z.infer<typeof secondFactor>;

/** For an authenticator app: the secret in base32, and the same as an `otpauth:` address. */
export const totpSecret = z.object({ secret: z.string(), uri: z.string() });
export type TotpSecret = z.infer<typeof totpSecret>;

export const confirmTotpBody = z.object({ code });
export type ConfirmTotpBody = z.infer<typeof confirmTotpBody>;

/** Shown once. Empty where the account keeps the ones that it has. */
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;

export const passkeyTransport = z.enum(['ble', 'hybrid', 'internal', 'nfc', 'usb']);
const transports = z.array(passkeyTransport);
const descriptor = z.object({ id: z.string(), type: z.literal('public-key'), transports });
const userVerification = z.enum(['discouraged', 'preferred', 'required']);

/** Holds what the browser makes a passkey from, in the JSON form of WebAuthn. */
export const passkeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({ residentKey: userVerification, userVerification }),
  attestation: z.literal('none'),
});
export type PasskeyCreation = z.infer<typeof passkeyCreation>;

/** Holds what the browser proves the possession of a passkey with. */
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  allowCredentials: z.array(descriptor),
  userVerification,
});
export type PasskeyRequest = z.infer<typeof passkeyRequest>;

const credential = z.object({
  id: base64Url,
  rawId: base64Url,
  type: z.literal('public-key', { error: PASSKEY_MESSAGE }),
});

export const addPasskeyBody = z.object({
  name: requiredLine(50, NAME_MESSAGE),
  response: credential.extend({
    response: z.object(
      {
        clientDataJSON: base64Url,
        attestationObject: base64Url,
        transports: z.array(z.string().max(20)).max(20, PASSKEY_MESSAGE).optional(),
      },
      { error: PASSKEY_MESSAGE },
    ),
  }),
});
export type AddPasskeyBody = z.input<typeof addPasskeyBody>;

/** `recovery_codes` comes with the first factor of an account alone. */
export const addedPasskey = secondFactor.extend({ recovery_codes: z.array(z.string()).optional() });
export type AddedPasskey = z.infer<typeof addedPasskey>;

export const passkeyAnswer = credential.extend({
  response: z.object(
    { clientDataJSON: base64Url, authenticatorData: base64Url, signature: base64Url },
    { error: PASSKEY_MESSAGE },
  ),
});
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;

/**
 * How the user of a session can prove again who they are: by a second factor of the account, else by
 * the password, else by a new login at a provider.
 */
export const proofs = z.object({
  password: z.boolean(),
  factors: z.array(z.enum(SECOND_FACTOR_KINDS)),
  providers: z.array(z.enum(SOCIAL_PROVIDERS)),
});
export type Proofs = z.infer<typeof proofs>;

/**
 * The second step of a login, or step-up: exactly one of them. The password is for people without a
 * second factor.
 */
export const giveFactorBody = z
  .object({
    code: code.optional(),
    recovery_code: z
      .string({ error: RECOVERY_MESSAGE })
      .overwrite(readCode)
      .min(1, RECOVERY_MESSAGE)
      .max(100, RECOVERY_MESSAGE)
      .optional(),
    response: passkeyAnswer.optional(),
    password: z.string({ error: PASSWORD_BLANK_MESSAGE }).max(1000, '비밀번호가 너무 깁니다.').optional(),
  })
  .refine((body) => Object.values(body).filter((proof) => proof !== undefined).length === 1, {
    error: ONE_PROOF_MESSAGE,
    path: ['code'],
  });
export type GiveFactorBody = z.infer<typeof giveFactorBody>;

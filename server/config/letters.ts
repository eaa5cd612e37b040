import { z } from 'zod';
import { url, type Values } from './fields.ts';

const DER_SEQUENCE = 0x30;

/** A P12 file begins with a sequence of DER. */
function isP12(value: string): boolean {
  return Buffer.from(value, 'base64')[0] === DER_SEQUENCE;
}

export const letterVariables = {
  LETTER_KEY: z
    .string()
    .refine(isP12, 'accepted: a P12 file in base64; LETTER_KEY_FILE names the file itself')
    .optional(),
  LETTER_KEY_PASSWORD: z.string().default(''),
  LETTER_TSA_URL: url(/^https?$/, 'the address of a time stamp service (RFC 3161)'),
};

/** The key that letters are sealed with; undefined: they are not sealed. */
export type LetterKey = { p12: Uint8Array; password: string; tsaUrl: string | undefined };

export function letterKey(env: Values<typeof letterVariables>, problems: string[]): LetterKey | undefined {
  if (env.LETTER_KEY !== undefined) {
    const p12 = Buffer.from(env.LETTER_KEY, 'base64');
    return { p12, password: env.LETTER_KEY_PASSWORD, tsaUrl: env.LETTER_TSA_URL };
  }
  // A stamp without a seal would be left out in silence.
  if (env.LETTER_TSA_URL) problems.push('LETTER_TSA_URL: the value is not usable; accepted: only beside LETTER_KEY');
  return undefined;
}

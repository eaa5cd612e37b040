import { email } from '#shared/contract/fields.ts';
import { readLine } from '#shared/text/typed-text.ts';

/** A provider's profile. Name and e-mail are empty when missing or invalid. */
export type SocialProfile = { subject: string; fullname: string; email: string };

const MAX_SUBJECT_LENGTH = 255;
const MAX_NAME_LENGTH = 50;

function nameOf(value: unknown): string {
  if (typeof value !== 'string') return '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is taken out
  const clean = readLine(value.replace(/[\u0000-\u001f\u007f]/g, ' '));
  return Array.from(clean).slice(0, MAX_NAME_LENGTH).join('').trim();
}

/**
 * Parses a provider's profile. Only the subject is required; the rest prefills a form.
 * @throws Error without a valid subject, which identifies the account
 */
export function socialProfile(claims: { subject: unknown; fullname: unknown; email: unknown }): SocialProfile {
  const { subject } = claims;
  if (typeof subject !== 'string' || subject === '' || subject.length > MAX_SUBJECT_LENGTH) {
    throw new Error('the provider sent no subject');
  }
  const address = email.safeParse(claims.email);
  return { subject, fullname: nameOf(claims.fullname), email: address.success ? address.data : '' };
}

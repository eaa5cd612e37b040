import { z } from 'zod';
import { isLoopbackUrl } from '#server/lib/networks.ts';
import { url, type Values } from './fields.ts';

const mailFrom = z
  .string()
  .transform((value) => /^(?:([^<>"\p{Cc}]+?) ?<)?([^\s<>@,;:"\p{Cc}]+@[^\s<>@,;:"\p{Cc}]+)(>)?$/u.exec(value.trim()))
  .refine((parts) => parts !== null && (parts[1] === undefined) === (parts[3] === undefined), {
    error: 'accepted: an address, or a name with it as in Name <no-reply@shop.example>',
  })
  .transform((parts) => ({ name: parts?.[1], address: parts?.[2] ?? '' }))
  .optional();

const TLS_ACCEPTED = 'smtps://user:password@host:port, or smtp:// with ?requireTLS=true; without TLS only on loopback';

/**
 * Returns whether the mails, which hold login links, and the password of the mail server reach it by verified TLS, or
 * do not leave this machine. Without `requireTLS` nodemailer goes on in plain text where the answer to STARTTLS was
 * removed on the way.
 */
function isProtected(value: string): boolean {
  const { protocol, searchParams, hostname } = new URL(value);
  if (isLoopbackUrl(`http://${hostname}`)) return true;
  if (searchParams.get('ignoreTLS') === 'true' || searchParams.get('tls.rejectUnauthorized') === 'false') return false;
  return protocol === 'smtps:' || searchParams.get('requireTLS') === 'true';
}

export const mailVariables = {
  SMTP_URL: url(/^smtps?$/, TLS_ACCEPTED).refine(
    (value) => value === undefined || !URL.canParse(value) || isProtected(value),
    `accepted: ${TLS_ACCEPTED}`,
  ),
  MAIL_FROM: mailFrom,
};

/** Where mails go out; without an address of a mail server they wait. */
export type MailConfig = { smtpUrl: string | undefined; from: { name: string | undefined; address: string } };

/** The sender is an address of the shop's own host where none is given. */
export function mailConfig(env: Values<typeof mailVariables>, publicUrl: string): MailConfig {
  return {
    smtpUrl: env.SMTP_URL,
    from: env.MAIL_FROM ?? { name: undefined, address: `no-reply@${new URL(publicUrl).hostname}` },
  };
}

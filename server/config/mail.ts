import { z } from 'zod';
import { url, type Values } from './fields.ts';

const mailFrom = z
  .string()
  .transform((value) => /^(?:([^<>"\p{Cc}]+?) ?<)?([^\s<>@,;:"\p{Cc}]+@[^\s<>@,;:"\p{Cc}]+)(>)?$/u.exec(value.trim()))
  .refine((parts) => parts !== null && (parts[1] === undefined) === (parts[3] === undefined), {
    error: 'accepted: an address, or a name with it as in Name <no-reply@shop.example>',
  })
  .transform((parts) => ({ name: parts?.[1], address: parts?.[2] ?? '' }))
  .optional();

export const mailVariables = {
  SMTP_URL: url(/^smtps?$/, 'smtp://user:password@host:port, or smtps://'),
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

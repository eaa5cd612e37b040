import { domainToASCII } from 'node:url';
import type { Trx } from '#server/db/transaction.ts';
import { foldAscii } from '#server/lib/ascii-case.ts';
import { type Limit, tryConsume } from '#server/lib/limits/consume.ts';
import { DAY_MS } from '#server/lib/time.ts';
import { hashToken } from '#server/lib/tokens.ts';
import { isCausedWithoutPayment } from '#shared/rules/notices/notices.ts';
import type { Mail, MailKind } from './mail.ts';

/** Where a mail goes. */
export type Recipient = {
  address: string;
  /** True when the address' owner opened a link that the mail's account had sent to it. */
  isProven: boolean;
  /** The account whose owner the mail warns, at the address that its recovery goes to. */
  warnsOwnerOf?: number | undefined;
  /** True when it is an administrator's address, to which customers cause mails. */
  isStaff?: boolean;
};

/** Mails of a day to an address, over all accounts and all kinds of `COUNTED` (contract §3). */
const UNPROVEN: Limit = { name: 'mail-unproven', points: 3, windowMs: DAY_MS };
const PROVEN: Limit = { name: 'mail-proven', points: 30, windowMs: DAY_MS };
/** Apart from `PROVEN`, so that customers cannot use up the mails of an administrator's account. */
const STAFF: Limit = { name: 'mail-staff', points: 30, windowMs: DAY_MS };
/**
 * The first warning of the day to an account's owner goes beyond the limit: otherwise mails caused
 * by other accounts could use up the limit of the person who has to be warned. Not to an unproven
 * address: anyone can create accounts with it, each of which would have a warning of its own.
 */
const WARNING: Limit = { name: 'mail-warning', points: 1, windowMs: DAY_MS };

/**
 * Kinds that anyone can cause in another person's mailbox. The other kinds follow a payment or
 * an act of staff, and always go.
 */
const COUNTED = [
  'password_reset',
  'user_id_notice',
  'welcome',
  'email_verification',
  'email_changed',
  'account_changed',
  'factor_changed',
  'new_device_login',
  'marketing_changed',
  'marketing_reminder',
  'virtual_account',
  'refund_asked',
  'refund_withdrawn',
  'consultation_waiting',
  'participants_changed',
] as const satisfies readonly MailKind[];
export type CountedKind = (typeof COUNTED)[number];

/** Returns whether a limit counts the mail. */
export function isCounted({ kind, params }: Mail): boolean {
  if (kind === 'notice') return isCausedWithoutPayment(params.notice);
  return isCountedKind(kind);
}

export function isCountedKind(kind: MailKind): boolean {
  return COUNTED.some((counted) => counted === kind);
}

/**
 * Returns the mailbox of an address. `name+anything` is the mailbox of `name` at most providers, and
 * dots do not count at Gmail: otherwise every spelling had a limit of its own.
 */
function mailboxOf(address: string): string {
  const [local = '', host = ''] = foldAscii(address).split('@');
  const domain = domainToASCII(host.replace(/\.+$/, '')) || host;
  const name = local.replace(/(?!^)\+.*$/s, '');
  return `${domain === 'gmail.com' ? name.replaceAll('.', '') : name}@${domain}`;
}

/** Counts a mail of a counted kind. Returns false when it must not be sent. */
export async function tryMail(trx: Trx, { address, isProven, warnsOwnerOf, isStaff }: Recipient): Promise<boolean> {
  const key = hashToken(mailboxOf(address)).toString('base64url');
  if (isStaff) return tryConsume(trx, STAFF, key);
  if (!isProven) return tryConsume(trx, UNPROVEN, key);
  const isFirst = warnsOwnerOf !== undefined && (await tryConsume(trx, WARNING, `${warnsOwnerOf}:${key}`));
  return (await tryConsume(trx, PROVEN, key)) || isFirst;
}

import type { Recipient } from '#server/features/mails/mail-budget.ts';
import type { EmailState } from './email.queries.ts';

/** Returns whether the owner of the address opened a link that this account had sent to it. */
export function isVerified({ verified_email }: Pick<EmailState, 'verified_email'>, address: string): boolean {
  return verified_email !== null && verified_email === address;
}

/** An address that a mail of the account goes to. */
export function recipientOf(account: Pick<EmailState, 'verified_email'>, address: string): Recipient {
  return { address, isProven: isVerified(account, address) };
}

/** An address at which a mail warns the account's owner. */
export function ownerRecipient(account: EmailState, address: string): Recipient {
  const isRecovery = address === (account.recovery_email ?? account.email);
  return { ...recipientOf(account, address), warnsOwnerOf: isRecovery ? account.id : undefined };
}

import type { Message } from '../letters/mail.ts';

/** Hands finished mails to a mail server. */
export type Mailer = {
  /** Resolves once the server has taken the mail. @throws MailError */
  send: (mail: Message & { to: string; messageId: string }) => Promise<void>;
  /** Gives up what is being sent, too. */
  close: () => void;
};

/** `refused`: this mail is never taken; `deferred`: not now; `unreachable`: no mail gets through at the moment. */
export type MailErrorKind = 'refused' | 'deferred' | 'unreachable';

/** A mail was not taken. */
export class MailError extends Error {
  readonly kind: MailErrorKind;

  constructor(kind: MailErrorKind, cause: Error) {
    super(cause.message, { cause });
    this.name = 'MailError';
    this.kind = kind;
  }
}

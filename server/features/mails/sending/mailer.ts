import type { Message } from '../letters/mail.ts';

/** Sends rendered mails to a mail server. */
export type Mailer = {
  /** Resolves once the server has accepted the mail. @throws MailError */
  send: (mail: Message & { to: string; messageId: string }) => Promise<void>;
  /** Closes the connection, aborting a running transfer. */
  close: () => void;
};

/** `refused`: permanently, for this mail; `deferred`: temporarily; `unreachable`: for all mails. */
export type MailErrorKind = 'refused' | 'deferred' | 'unreachable';

/** A mail was not accepted. */
export class MailError extends Error {
  readonly kind: MailErrorKind;

  constructor(kind: MailErrorKind, cause: Error) {
    super(cause.message, { cause });
    this.name = 'MailError';
    this.kind = kind;
  }
}

import type { Message } from '../mail.ts';

/**
 * Sends rendered mails to a mail server. Whatever carries them sends the pictures with their `cid`,
 * the firm's address for replies, `Auto-Submitted: auto-generated`, and takes `to` as one address,
 * never as a list.
 */
export type Mailer = {
  /**
   * Resolves once the server has accepted the mail, or rejects within a minute. @throws MailError
   */
  send: (mail: Message & { to: string; messageId: string }) => Promise<void>;
  /** Closes the connection, aborting a running transfer. */
  close: () => void;
};

/**
 * `refused`: for good, because of this mail or its recipient. `deferred`: this mail later, also
 * when the outcome is unknown or the sender's login was refused in the middle. `unreachable`: no
 * mail can be sent now, such as without a connection or with a wrong key; the mails stay queued.
 */
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

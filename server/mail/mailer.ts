import { createTransport } from 'nodemailer';
import { SECOND_MS } from '#server/lib/time.ts';
import type { Message } from './mail.ts';

/** Hands finished mails to a mail server. */
export type Mailer = {
  /** Resolves once the server has taken the mail. @throws MailRefused when it never will, anything else when it may later. */
  send: (mail: Message & { to: string; messageId: string }) => Promise<void>;
  close: () => void;
};

/** The mail server said no for good: trying again would change nothing. */
export class MailRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MailRefused';
  }
}

/** Sends by SMTP; a server that hangs is given up after a while, and tried again later. */
export function createSmtpMailer({ smtpUrl, mailFrom }: { smtpUrl: string; mailFrom: string }): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10 * SECOND_MS,
    greetingTimeout: 10 * SECOND_MS,
    socketTimeout: 30 * SECOND_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, messageId, subject, text, html }) {
      try {
        // An object, so that an address is never read as a list of them.
        await transport.sendMail({ from: mailFrom, to: { name: '', address: to }, messageId, subject, text, html });
      } catch (error) {
        throw isFinal(error) ? new MailRefused(error.message) : error;
      }
    },
    close: () => transport.close(),
  };
}

/** A 5xx about this mail. One about our login is the operator's to mend, and the mail waits for that. */
function isFinal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('responseCode' in error) || typeof error.responseCode !== 'number') return false;
  return error.responseCode >= 500 && !('code' in error && error.code === 'EAUTH');
}

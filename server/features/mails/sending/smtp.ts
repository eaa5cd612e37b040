import { createTransport } from 'nodemailer';
import { FIRM } from '#content/firm.ts';
import { MINUTE_MS, SECOND_MS } from '#server/lib/time.ts';
import { MailError, type MailErrorKind, type Mailer } from './mailer.ts';

/** How long the whole of one mail may take; shorter than the lease of whoever sends it. */
const SEND_MS = MINUTE_MS;
const CONNECT_MS = 10 * SECOND_MS;
const SOCKET_MS = 30 * SECOND_MS;
/** Mails come in bursts: a connection is kept for the next one of the same burst, not until the server tires of it. */
const IDLE_MS = 5 * SECOND_MS;

type Settings = { url: string; from: { name: string | undefined; address: string } };

/** Sends by SMTP. A server that hangs is given up after a while; what was not sent is for the outbox to try again. */
export function createSmtpMailer({ url, from }: Settings): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 1,
    maxRequeues: 0,
    idleTimeout: IDLE_MS,
    dnsTimeout: CONNECT_MS,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SOCKET_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const sender = { name: from.name ?? FIRM.centreName, address: from.address };
  return {
    async send({ to, ...mail }) {
      try {
        await transport.sendMail({
          ...mail,
          from: sender,
          replyTo: { name: FIRM.centreName, address: FIRM.email },
          // An object, so that an address is never read as a list of them.
          to: { name: '', address: to },
          // Keeps notices of absence from being sent back.
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.timeout(SEND_MS),
        });
      } catch (error) {
        throw error instanceof Error ? new MailError(kindOf(error), error) : error;
      }
    },
    close: () => transport.close({ force: true }),
  };
}

type SmtpError = Error & { code?: unknown; command?: unknown; responseCode?: unknown; permanent?: unknown };

/**
 * Only an answer about this mail or its recipient is a refusal of it. What the server says about
 * our login or our sender is the operator's to mend, and the mails wait for that.
 */
function kindOf({ code, command, responseCode, permanent }: SmtpError): MailErrorKind {
  // Refused by our own side: the address is none.
  if (code === 'EENVELOPE' && responseCode === undefined) return 'refused';
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return 'unreachable';
  const isAboutLogin = responseCode === 530 || responseCode === 535;
  if (permanent === true && !isAboutLogin && (command === 'RCPT TO' || command === 'DATA')) return 'refused';
  return 'deferred';
}

import { FIRM } from '#content/firm.ts';
import { MINUTE_MS, SECOND_MS } from '#server/lib/time.ts';
import { MailError, type MailErrorKind, type Mailer } from './mailer.ts';

/** Timeout of one mail, shorter than its lock. */
const SEND_MS = MINUTE_MS;
const CONNECT_MS = 10 * SECOND_MS;
const SOCKET_MS = 30 * SECOND_MS;
/** How long an idle connection is kept for the next mail: mails come in bursts. */
const IDLE_MS = 5 * SECOND_MS;

type Settings = { url: string; from: { name: string | undefined; address: string } };

/** Loads the package, 13 MB in memory, which a process without a mail to send does not need. */
async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
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
}

/** Sends by SMTP with a timeout; the outbox retries unsent mails. */
export function createSmtpMailer({ url, from }: Settings): Mailer {
  let opening: ReturnType<typeof openTransport> | undefined;
  const sender = { name: from.name ?? FIRM.centreName, address: from.address };
  return {
    async send({ to, ...mail }) {
      opening ??= openTransport(url);
      const transport = await opening;
      try {
        await transport.sendMail({
          ...mail,
          from: sender,
          replyTo: { name: FIRM.centreName, address: FIRM.email },
          // An object, so that an address is never parsed as a list.
          to: { name: '', address: to },
          // Suppresses out-of-office replies.
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.timeout(SEND_MS),
        });
      } catch (error) {
        throw error instanceof Error ? new MailError(kindOf(error), error) : error;
      }
    },
    close: () => void opening?.then((transport) => transport.close({ force: true })),
  };
}

type SmtpError = Error & { code?: unknown; command?: unknown; responseCode?: unknown; permanent?: unknown };

/**
 * Only a response about this mail or its recipient is a refusal. Errors about our login or sender
 * are configuration errors, and the mails stay queued.
 */
function kindOf({ code, command, responseCode, permanent }: SmtpError): MailErrorKind {
  // Refused locally: the address is invalid.
  if (code === 'EENVELOPE' && responseCode === undefined) return 'refused';
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return 'unreachable';
  const isAboutLogin = responseCode === 530 || responseCode === 535;
  if (permanent === true && !isAboutLogin && (command === 'RCPT TO' || command === 'DATA')) return 'refused';
  return 'deferred';
}

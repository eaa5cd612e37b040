import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A received mail with its envelope. */
export type ReceivedMail = Email & { envelope: { from: string; to: string[] }; raw: string };

/** Faults, for every mail or for those to one address. */
type SmtpFault = { to?: string } & (
  | { how: 'refuse'; command: 'RCPT' | 'DATA'; code: number }
  /**
   * `away`: connections are cut as they come; `drop`: the mail is taken in, but its answer lost.
   */
  | { how: 'away' | 'drop' | 'hang' }
);

export type TestSmtpServer = {
  url: string;
  port: number;
  /** All accepted mails, including those whose response was dropped. */
  mails: ReceivedMail[];
  mailsTo: (address: string) => ReceivedMail[];
  /** Number of started mails, to an address or to any. */
  tries: (address?: string) => number;
  fail: (fault: SmtpFault) => void;
  /** Ends all faults and clears the received mails. */
  clear: () => void;
  close: () => Promise<void>;
};

function refusal(code: number): Error {
  return Object.assign(new Error(`${code} refused by the test`), { responseCode: code });
}

/** A mail server on loopback that accepts everything except logins, until a fault is set. */
export async function startSmtpServer(): Promise<TestSmtpServer> {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let faults: SmtpFault[] = [];
  let tries: string[] = [];

  function faultFor<How extends SmtpFault['how']>(how: How, recipients: readonly string[] = []) {
    const isMeant = ({ to }: SmtpFault) => to === undefined || recipients.includes(to);
    return faults.find((fault): fault is SmtpFault & { how: How } => fault.how === how && isMeant(fault));
  }

  function cutAll(): void {
    for (const socket of sockets) socket.destroy();
  }

  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onAuth: (_auth, _session, callback) => callback(refusal(535)),
    onRcptTo({ address }, _session, callback) {
      tries.push(address);
      const fault = faultFor('refuse', [address]);
      if (fault?.command === 'RCPT') callback(refusal(fault.code));
      else callback();
    },
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        const fault = faultFor('refuse', to);
        if (faultFor('hang', to)) return;
        if (fault?.command === 'DATA') return callback(refusal(fault.code));
        const raw = Buffer.concat(chunks);
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        mails.push({ ...(await PostalMime.parse(raw)), envelope: { from, to }, raw: raw.toString() });
        if (faultFor('drop', to)) cutAll();
        else callback();
      });
    },
  });
  server.on('error', () => {
    // Errors of connections cut on purpose; tests check the sender's reaction.
  });
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    if (faultFor('away')) socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;

  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    mailsTo: (address) => mails.filter(({ envelope }) => envelope.to.includes(address)),
    tries: (address) => tries.filter((to) => address === undefined || to === address).length,
    fail(fault) {
      faults.push(fault);
      if (fault.how === 'away') cutAll();
    },
    clear() {
      faults = [];
      tries = [];
      mails.length = 0;
    },
    async close() {
      cutAll();
      await new Promise<void>((resolve) => server.close(resolve));
    },
  };
}

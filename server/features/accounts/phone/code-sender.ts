import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { MessageError, type MessageGateway } from '#server/features/notices/message-gateway.ts';
import { MINUTE_MS, SECOND_MS } from '#server/lib/time.ts';

/** Pauses between tries; all of them together are shorter than a code's life. */
const PAUSES_MS = [SECOND_MS, 5 * SECOND_MS, 15 * SECOND_MS, 45 * SECOND_MS, MINUTE_MS];
/** How long a caller waits for the first try: most providers answer sooner. */
const PATIENCE_MS = 3 * SECOND_MS;

export type CodeMessage = {
  /** Unique name of the message. */
  name: string;
  to: string;
  text: string;
  /** False once the code has ended or was replaced: it is not sent any more. */
  isCurrent: () => Promise<boolean>;
};

/** Sends codes at once, also at night. */
export type CodeSender = {
  /**
   * Returns after the first try, or after 3 seconds; further tries go on by themselves. Never
   * throws.
   */
  send: (message: CodeMessage) => Promise<void>;
  close: () => void;
};

type Options = { gateway: MessageGateway; log: FastifyBaseLogger; pausesMs?: readonly number[] };

/**
 * Sends codes through the gateway of text messages. All tries of one code use one reference, which
 * the gateway never delivers twice, so a lost answer cannot become a second message. A code is not
 * stored, so a process that ends drops its tries, and the person asks for another code.
 */
export function createCodeSender({ gateway, log, pausesMs = PAUSES_MS }: Options): CodeSender {
  const closing = new AbortController();

  /** Returns whether the message needs another try. */
  async function attempt(message: CodeMessage, opened: { reference?: string }): Promise<boolean> {
    try {
      if (!(await message.isCurrent())) return false;
      opened.reference ??= await gateway.open(message.name);
      await gateway.send(opened.reference, { kind: 'phone_code', to: message.to, text: message.text, variables: {} });
      return false;
    } catch (error) {
      const reason = error instanceof MessageError ? error.message : 'unexpected error';
      log.warn({ err: error, reason }, 'phone code not sent');
      return !(error instanceof MessageError && error.kind === 'refused');
    }
  }

  async function retry(message: CodeMessage, opened: { reference?: string }): Promise<void> {
    for (const pauseMs of pausesMs) {
      try {
        await delay(pauseMs, undefined, { signal: closing.signal, ref: false });
      } catch {
        return;
      }
      if (!(await attempt(message, opened))) return;
    }
  }

  return {
    async send(message) {
      const opened: { reference?: string } = {};
      const first = attempt(message, opened);
      void first.then((isNeeded) => (isNeeded ? retry(message, opened) : undefined));
      await Promise.race([first, delay(PATIENCE_MS, undefined, { ref: false })]);
    },
    close: () => closing.abort(),
  };
}

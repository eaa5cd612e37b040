import type { Mail } from '../mail.ts';

/** Reads the answer to a refund request. */
export type ReadRequestNote = (requestId: number) => Promise<string>;

/**
 * Adds the free texts that the outbox does not store, because they are encrypted (decision 045).
 */
export async function fillMail(mail: Mail, readRequestNote: ReadRequestNote): Promise<Mail> {
  switch (mail.kind) {
    case 'refund_granted': {
      const { requestId } = mail.params;
      return { kind: mail.kind, params: { ...mail.params, note: await readRequestNote(requestId) } };
    }
    case 'refund_refused': {
      const { requestId } = mail.params;
      return { kind: mail.kind, params: { ...mail.params, note: await readRequestNote(requestId) } };
    }
    default:
      return mail;
  }
}

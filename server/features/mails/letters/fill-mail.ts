import type { Db } from '#server/db/transaction.ts';
import { readRequestAnswer } from '#server/features/payments/request-answer.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import type { Mail } from '../mail.ts';

/**
 * Adds the free texts that the outbox does not store, because they are encrypted (decision 045).
 */
export async function fillMail(mail: Mail, texts: { db: Db; dataKeys: DataKeys }): Promise<Mail> {
  switch (mail.kind) {
    case 'refund_granted': {
      const { requestId } = mail.params;
      return { kind: mail.kind, params: { ...mail.params, note: await readRequestAnswer(texts, requestId) } };
    }
    case 'refund_refused': {
      const { requestId } = mail.params;
      return { kind: mail.kind, params: { ...mail.params, note: await readRequestAnswer(texts, requestId) } };
    }
    default:
      return mail;
  }
}

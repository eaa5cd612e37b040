import { sql } from 'kysely';
import { fillMail } from '#server/features/mails/letters/fill-mail.ts';
import { renderMail } from '#server/features/mails/letters/render-mail.ts';
import type { Mail, MailKind, Message } from '#server/features/mails/mail.ts';
import type { TestApp } from './app.ts';

/** A rendered mail of the outbox. */
export type QueuedMail = Message & { id: number; kind: MailKind; recipient: string };

/** Lists the mails for an address, sent or not, oldest first. */
export async function listMails({ db, deps }: Pick<TestApp, 'db' | 'deps'>, to: string): Promise<QueuedMail[]> {
  const { rows } = await sql<Mail & { id: number; recipient: string }>`
    select id, kind, params, recipient from mails
    where lower(recipient) = lower(${to}) and params <> '{}' order by id`.execute(db);
  const { siteUrl } = deps.mail;
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      kind: row.kind,
      recipient: row.recipient,
      ...renderMail(await fillMail(row, deps.mail), siteUrl()),
    })),
  );
}

/** Finds the only mail of a kind for an address. @throws when there is none, or more than one */
export async function requireMail(shop: Pick<TestApp, 'db' | 'deps'>, to: string, kind: MailKind): Promise<QueuedMail> {
  const mails = await listMails(shop, to);
  const [mail, another] = mails.filter((each) => each.kind === kind);
  if (!mail || another) throw new Error(`not one ${kind} for ${to}: ${mails.map((each) => each.kind).join(', ')}`);
  return mail;
}

import { sql } from 'kysely';
import { letterBlocks } from '#content/letters/letter-template.ts';
import { getOrderRow } from '#server/features/orders/orders.moves.ts';
import { AppError } from '#server/lib/errors.ts';
import { koreanDayAt } from '#server/lib/korean-day.ts';
import type { AdminLetter } from '#shared/features/letters/schemas.ts';
import type { LetterData } from '#shared/rules/letters/blocks.ts';
import type { LetterReading } from './letter-deps.ts';
import { letterHtml } from './letter-html.ts';
import { presentAdminLetter, readDraft } from './letters.present.ts';
import type { CaseLetter } from './letters.queries.ts';

/** The persons who sign a letter, as the order names them. */
export type Parties = {
  client: { name: string; phone: string };
  payer: { userId: number; name: string; phone: string };
  /** The buyer is the client: there is no sheet of a payer. */
  isClientPayer: boolean;
};

/** @throws AppError CONFLICT for an order without a soldier */
export async function getParties({ db }: Pick<LetterReading, 'db'>, orderId: number): Promise<Parties> {
  const { soldier, user_id } = await getOrderRow(db, orderId);
  if (!soldier) throw new AppError('CONFLICT');
  const buyer = await db
    .selectFrom('users')
    .select(['users.fullname', 'users.phone'])
    .where('users.id', '=', user_id)
    .executeTakeFirstOrThrow();
  return {
    client: { name: soldier.fullname, phone: soldier.phone ?? '' },
    payer: { userId: user_id, name: buyer.fullname, phone: buyer.phone },
    isClientPayer: soldier.relationship === '본인',
  };
}

async function lawyerOf({ db }: Pick<LetterReading, 'db'>, assigneeId: number | null): Promise<string | null> {
  const { rows } = await sql<{ name: string | null }>`select lawyer_of(${assigneeId}) ->> 'name' as name`.execute(db);
  return rows[0]?.name ?? null;
}

/** The data of the order that a letter names, as it is now. */
export async function readLetterData(reading: LetterReading, { row }: Pick<CaseLetter, 'row'>): Promise<LetterData> {
  const order = await getOrderRow(reading.db, row.order_id);
  const { client, payer } = await getParties(reading, row.order_id);
  return {
    orderNumber: order.order_number,
    serviceTitle: order.service_title,
    plan: order.selected_plan,
    client: client.name,
    payer: payer.name,
    lawyer: await lawyerOf(reading, order.assignee_id),
    ...readDraft(reading, row),
    day: koreanDayAt(reading.now),
  };
}

/** Presents a letter to administrators, a draft as it would be offered now. */
export async function answerForAdmin(reading: LetterReading, found: CaseLetter): Promise<AdminLetter> {
  const isDraft = found.row.state === 'draft';
  const html = isDraft ? letterHtml(letterBlocks(await readLetterData(reading, found))) : undefined;
  return presentAdminLetter(reading, found, html);
}

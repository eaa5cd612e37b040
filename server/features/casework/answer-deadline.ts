import type { Trx } from '#server/db/transaction.ts';
import { LEGAL_DEADLINES, type LegalDeadlineKind, lastDayOf } from '#shared/rules/work/legal-deadlines.ts';

type FollowedAnswer = {
  orderId: number;
  /** The question, as `set.question`. */
  question: string;
  kind: LegalDeadlineKind;
  /** The day from which the deadline runs; null: the answer was cleared. */
  startsOn: string | null;
};

/**
 * Computes the deadline of an answer. A change makes it unconfirmed; a cleared answer removes an
 * unconfirmed deadline and only makes a confirmed one unconfirmed (contract §8). Needs the order's lock.
 */
export async function followAnswer(trx: Trx, { orderId, question, kind, startsOn }: FollowedAnswer): Promise<void> {
  if (startsOn !== null) {
    const days = { starts_on: startsOn, last_day: lastDayOf(kind, startsOn) };
    await trx
      .insertInto('order_deadlines')
      .values({ order_id: orderId, kind, title: LEGAL_DEADLINES[kind].title, ...days, source: 'answer', question })
      .onConflict((conflict) =>
        conflict
          .columns(['order_id', 'question'])
          .doUpdateSet({ ...days, confirmed_by: null })
          .where('order_deadlines.starts_on', '<>', startsOn),
      )
      .execute();
    return;
  }
  await trx
    .deleteFrom('order_deadlines')
    .where('order_deadlines.order_id', '=', orderId)
    .where('order_deadlines.question', '=', question)
    .where('order_deadlines.confirmed_by', 'is', null)
    .execute();
  await trx
    .updateTable('order_deadlines')
    .set({ confirmed_by: null })
    .where('order_deadlines.order_id', '=', orderId)
    .where('order_deadlines.question', '=', question)
    .execute();
}

import { transaction } from '#server/db/transaction.ts';
import { koreanDayAt } from '#server/lib/korean-day.ts';
import type { Stoppable } from '#server/lib/process/stoppable.ts';
import { CONVERSATION_MOVES } from '#shared/rules/conversation-status.ts';
import type { ConsultationDeps } from '../consultation-deps.ts';
import { appendEvent } from '../sending/append-message.ts';

type Deps = Pick<ConsultationDeps, 'db' | 'clock' | 'dataKeys' | 'events'>;

/**
 * Ends holds whose day has come: the conversation waits again, or is answered, by who wrote last.
 */
export async function endHolds({ db, clock, dataKeys, events }: Deps, { signal }: Stoppable = {}): Promise<void> {
  const today = koreanDayAt(clock.now());
  const due = await db
    .selectFrom('conversations')
    .select('id')
    .where('status', '=', 'on_hold')
    .where('hold_until', '<=', today)
    .orderBy('id')
    .execute();
  if (due.length === 0) return;
  const cipher = await dataKeys.forWriting();
  for (const { id } of due) {
    if (signal?.aborted) return;
    await transaction(db, async (trx) => {
      const held = await trx
        .selectFrom('conversations')
        .selectAll()
        .where('id', '=', id)
        .where('status', '=', 'on_hold')
        .where('hold_until', '<=', today)
        .forUpdate()
        .executeTakeFirst();
      if (!held) return;
      const act = held.waiting_since ? 'hold_over_unanswered' : 'hold_over_answered';
      const status = CONVERSATION_MOVES[act].on_hold ?? held.status;
      const reported = { event: 'hold_over', text: '보류 기간이 끝났습니다.' } as const;
      const changes = { status, hold_until: null, version: held.version + 1 };
      await appendEvent(trx, { cipher, events, now: clock.now() }, held, reported, changes);
    });
  }
}

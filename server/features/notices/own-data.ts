import { presentEach, readSlices, type Slice } from '#server/db/read-slices.ts';
import type { DbOrTrx } from '#server/db/transaction.ts';
import { wireTime, wireTimeOrNull, withWireTime } from '#server/lib/wire-time.ts';
import type { ReadOwnData } from '#server/registry/feature.ts';

function listPersonalNotices(db: DbOrTrx, userId: number, { after, limit }: Slice) {
  return db
    .selectFrom('notices')
    .innerJoin('notice_events', 'notice_events.id', 'notices.event_id')
    .select(['notices.id', 'notice_events.kind', 'notices.channel', 'notices.phone', 'notices.state'])
    .select(['notices.created_at', 'notices.sent_at'])
    .where('notice_events.user_id', '=', userId)
    .where('notices.id', '>', after)
    .orderBy('notices.id')
    .limit(limit)
    .execute();
}

/** Returns what a person chose to receive, and which notices went to which number. */
export const ownNotices: ReadOwnData = ({ database: { db } }, { id }) => ({
  async readFacts() {
    const settings = await db
      .selectFrom('notice_settings')
      .select(['kind', 'channel', 'is_on', 'changed_at'])
      .where('user_id', '=', id)
      .orderBy('kind')
      .orderBy('channel')
      .execute();
    return {
      notice_settings: settings.map((setting) => ({ ...setting, changed_at: wireTime(setting.changed_at) })),
    };
  },
  lists: {
    notices: presentEach(
      readSlices((slice) => listPersonalNotices(db, id, slice)),
      (row) => ({
        ...withWireTime(row),
        sent_at: wireTimeOrNull(row.sent_at),
      }),
    ),
  },
});

import type { z } from 'zod';
import { readSlices } from '#server/db/read-slices.ts';
import type { ConsultationDeps } from '#server/features/consultations/consultation-deps.ts';
import {
  type PersonalConversation,
  readPersonalConversations,
  readPersonalFiles,
} from '#server/features/consultations/consultations.lookup.ts';
import type { Actor } from '#server/http/session.ts';
import { wireTimeOrNull } from '#server/lib/wire-time.ts';
import { personalData } from '#shared/features/accounts/personal-data-schemas.ts';
import { type LongList, presentPersonalFacts, withWireTime } from './personal-data.present.ts';
import {
  getPersonalFacts,
  listPersonalLogins,
  listPersonalMails,
  listPersonalNotices,
  listPersonalSoldiers,
} from './personal-data.queries.ts';
import { presentPersonalOrder } from './personal-orders.present.ts';
import { listPersonalOrders } from './personal-orders.queries.ts';

const { notices, logins, soldiers, orders, mails, conversations, files } = personalData.shape;
const personalFacts = personalData.omit({
  notices: true,
  logins: true,
  soldiers: true,
  orders: true,
  mails: true,
  conversations: true,
  files: true,
});
const conversationHead = conversations.element.omit({ messages: true });
const message = conversations.element.shape.messages.element;

/** Writes the items of a JSON array. Fields that the schema lacks are left out. */
async function* writeItems<Schema extends z.ZodType>(
  schema: Schema,
  slices: AsyncIterable<z.input<Schema>[]>,
): AsyncGenerator<string> {
  let separator = '';
  for await (const slice of slices) {
    if (slice.length === 0) continue;
    yield separator + slice.map((item) => JSON.stringify(schema.parse(item))).join(',');
    separator = ',';
  }
}

async function* writeConversations(read: AsyncIterable<PersonalConversation>): AsyncGenerator<string> {
  let separator = '';
  for await (const { head, messages } of read) {
    yield `${separator}${JSON.stringify(conversationHead.parse(head)).slice(0, -1)},"messages":[`;
    yield* writeItems(message, messages);
    yield ']}';
    separator = ',';
  }
}

async function* writeList(name: LongList, items: AsyncIterable<string>): AsyncGenerator<string> {
  yield `,"${name}":[`;
  yield* items;
  yield ']';
}

/** Presents the rows of each slice. */
async function* presentEach<Row, Item>(slices: AsyncIterable<Row[]>, present: (row: Row) => Item) {
  for await (const rows of slices) yield rows.map(present);
}

/**
 * Writes everything that is kept about the account as JSON (`personalData`), slice by slice, as
 * fast as the client takes it.
 */
export async function* writePersonalData(
  deps: Pick<ConsultationDeps, 'db' | 'dataKeys' | 'clock' | 'log'>,
  actor: Actor,
): AsyncGenerator<string> {
  const { db, dataKeys, clock } = deps;
  const { id } = actor;
  const facts = presentPersonalFacts(actor, await getPersonalFacts(db, id), clock.now());
  yield JSON.stringify(personalFacts.parse(facts)).slice(0, -1);
  const read = {
    notices: readSlices((slice) => listPersonalNotices(db, id, slice)),
    logins: readSlices((slice) => listPersonalLogins(db, id, slice)),
    soldiers: readSlices((slice) => listPersonalSoldiers(db, id, slice)),
    orders: readSlices((slice) => listPersonalOrders(db, id, slice)),
    mails: readSlices((slice) => listPersonalMails(db, actor, slice)),
  };
  const sent = presentEach(read.notices, (row) => ({ ...withWireTime(row), sent_at: wireTimeOrNull(row.sent_at) }));
  yield* writeList('notices', writeItems(notices.element, sent));
  const loggedIn = presentEach(read.logins, (row) => ({ ...withWireTime(row), browser: row.user_agent }));
  yield* writeList('logins', writeItems(logins.element, loggedIn));
  yield* writeList('soldiers', writeItems(soldiers.element, presentEach(read.soldiers, withWireTime)));
  const bought = presentEach(read.orders, (row) => presentPersonalOrder(row, dataKeys));
  yield* writeList('orders', writeItems(orders.element, bought));
  yield* writeList('conversations', writeConversations(readPersonalConversations(deps, id)));
  yield* writeList('files', writeItems(files.element, readPersonalFiles(deps, id)));
  yield* writeList('mails', writeItems(mails.element, presentEach(read.mails, withWireTime)));
  yield '}';
}

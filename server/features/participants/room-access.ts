import type { DbOrTrx } from '#server/db/transaction.ts';
import type { Room } from '#shared/rules/case-access/areas.ts';
import { mayRead, mayReadConversation } from '#shared/rules/case-access/case-access.ts';
import { type CaseAccess, listCaseAccess } from './participants.access.ts';

/** Where a conversation belongs: to a room of an order, or to its customer alone. */
export type ConversationPlace = { user_id: number; order_id: number | null; room: Room };

function isOpenTo(access: CaseAccess | undefined, { user_id, room }: ConversationPlace): boolean {
  return access !== undefined && mayReadConversation(access, { room, ownerId: user_id });
}

/** Returns those of the conversations that a person reads: the one rule of every read (contract §8). */
export async function filterReadable<Place extends ConversationPlace>(
  db: DbOrTrx,
  userId: number,
  places: readonly Place[],
  now: Date,
): Promise<Place[]> {
  const orderIds = new Set(places.flatMap(({ order_id }) => order_id ?? []));
  const cases = await listCaseAccess(db, userId, [...orderIds], now);
  return places.filter((place) =>
    place.order_id === null ? place.user_id === userId : isOpenTo(cases.get(place.order_id), place),
  );
}

export async function mayReadPlace(db: DbOrTrx, userId: number, place: ConversationPlace, now: Date): Promise<boolean> {
  return (await filterReadable(db, userId, [place], now)).length > 0;
}

/** Returns whether the steps that a conversation reports are kept from the person: once a client has joined. */
export async function hidesSteps(
  db: DbOrTrx,
  userId: number,
  { order_id }: ConversationPlace,
  now: Date,
): Promise<boolean> {
  if (order_id === null) return false;
  const access = (await listCaseAccess(db, userId, [order_id], now)).get(order_id);
  return access === undefined || !mayRead(access, 'progress');
}

/** Lists the accounts besides administrators that read a conversation now, the customer first. */
export async function listReaders(db: DbOrTrx, place: ConversationPlace, now: Date): Promise<number[]> {
  if (place.order_id === null) return [place.user_id];
  const joined = await db
    .selectFrom('participants')
    .select('participants.user_id')
    .where('participants.order_id', '=', place.order_id)
    .where('participants.state', '=', 'joined')
    .orderBy('participants.id')
    .execute();
  const people = new Set([place.user_id, ...joined.flatMap(({ user_id }) => user_id ?? [])]);
  const readers: number[] = [];
  for (const person of people) if (await mayReadPlace(db, person, place, now)) readers.push(person);
  return readers;
}

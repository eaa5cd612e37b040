import { type Selectable, sql } from 'kysely';
import type { CallbackSettingsTable, CallbacksTable } from '#server/db/tables.ts';
import type { DbOrTrx, Trx } from '#server/db/transaction.ts';
import { callHours, readCallHours } from '#shared/features/callbacks/schemas.ts';
import type { DeskHours } from '#shared/rules/business-days.ts';
import { type CallHours, defaultCallHours, type Slot } from '#shared/rules/work/callback-slots.ts';

export type CallbackRow = Pick<
  Selectable<CallbacksTable>,
  'id' | 'starts_at' | 'ends_at' | 'moves' | 'whom' | 'booked_by' | 'created_at' | 'reminded_at'
>;

/** The booked call of an order; undefined where there is none. */
export function findBooked(db: DbOrTrx, orderId: number): Promise<CallbackRow | undefined> {
  return db
    .selectFrom('callbacks')
    .select(['callbacks.id', 'callbacks.starts_at', 'callbacks.ends_at', 'callbacks.moves'])
    .select(['callbacks.whom', 'callbacks.booked_by', 'callbacks.created_at', 'callbacks.reminded_at'])
    .where('callbacks.order_id', '=', orderId)
    .where('callbacks.contacted_at', 'is', null)
    .executeTakeFirst();
}

/** Booked calls that overlap a time. */
export async function listBooked(db: DbOrTrx, { startsAt, endsAt }: Slot): Promise<Slot[]> {
  const rows = await db
    .selectFrom('callbacks')
    .select(['callbacks.starts_at', 'callbacks.ends_at'])
    .where('callbacks.contacted_at', 'is', null)
    .where('callbacks.starts_at', '<', endsAt)
    .where('callbacks.ends_at', '>', startsAt)
    .execute();
  return rows.map(({ starts_at, ends_at }) => ({ startsAt: starts_at, endsAt: ends_at }));
}

/** Counts the coming calls that an account has booked for orders that are not paid. */
export async function countUnpaidCalls(db: DbOrTrx, userId: number, now: Date): Promise<number> {
  const { calls } = await db
    .selectFrom('callbacks')
    .innerJoin('orders', 'orders.id', 'callbacks.order_id')
    .select((eb) => eb.fn.countAll<number>().as('calls'))
    .where('orders.user_id', '=', userId)
    .where('orders.status', '<>', 'confirmed')
    .where('callbacks.contacted_at', 'is', null)
    .where('callbacks.ends_at', '>', now)
    .executeTakeFirstOrThrow();
  return calls;
}

/** Places in each slot, and the hours for calls. */
export type CallSettings = { capacity: number; hours: CallHours };

type Settings = Pick<Selectable<CallbackSettingsTable>, 'capacity' | 'hours'>;

function settingsOf({ capacity, hours }: Settings, deskHours: DeskHours): CallSettings {
  return { capacity, hours: hours === null ? defaultCallHours(deskHours) : readCallHours(callHours.parse(hours)) };
}

export async function readSettings(db: DbOrTrx, deskHours: DeskHours): Promise<CallSettings> {
  const row = await db.selectFrom('callback_settings').select(['capacity', 'hours']).executeTakeFirstOrThrow();
  return settingsOf(row, deskHours);
}

/** The same, locked: bookings and changes of the settings run one after the other. */
export async function lockSettings(trx: Trx, deskHours: DeskHours): Promise<CallSettings> {
  const row = await trx
    .selectFrom('callback_settings')
    .select(['capacity', 'hours'])
    .forUpdate()
    .executeTakeFirstOrThrow();
  return settingsOf(row, deskHours);
}

/** Calls that begin within a time, in order, with the customers to call. */
export function listCalls(db: DbOrTrx, { startsAt, endsAt }: Slot) {
  return db
    .selectFrom('callbacks')
    .innerJoin('orders', 'orders.id', 'callbacks.order_id')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select(['callbacks.order_id', 'orders.order_number', 'users.fullname as customer', 'callbacks.whom'])
    .select(['callbacks.starts_at', 'callbacks.ends_at', 'callbacks.contacted_at'])
    .select(
      sql<string>`case callbacks.whom when 'soldier' then coalesce(orders.soldier ->> 'phone', '')
      else users.phone end`.as('phone'),
    )
    .where('callbacks.starts_at', '>=', startsAt)
    .where('callbacks.starts_at', '<', endsAt)
    .orderBy('callbacks.starts_at')
    .orderBy('callbacks.id')
    .execute();
}

export type ListedCallRow = Awaited<ReturnType<typeof listCalls>>[number];

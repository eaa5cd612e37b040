import { transaction } from '#server/db/transaction.ts';
import { type ActingSession, requireStanding } from '#server/http/guards/standing.ts';
import { fieldError } from '#server/lib/errors.ts';
import type { PushState, SubscribePushBody } from '#shared/features/push/schemas.ts';
import type { PushDeps } from './push-deps.ts';

/** Browsers of one administrator. */
const MAX_BROWSERS = 10;

export async function getPushState({ db, keys }: PushDeps, userId: number): Promise<PushState> {
  const { publicKey } = await keys();
  const rows = await db
    .selectFrom('push_subscriptions')
    .select('push_subscriptions.endpoint')
    .where('push_subscriptions.user_id', '=', userId)
    .orderBy('push_subscriptions.id')
    .execute();
  return { public_key: publicKey, endpoints: rows.map(({ endpoint }) => endpoint) };
}

/**
 * Has this browser get the pushes of the administrator, and of no other one. Of more than ten
 * browsers the oldest goes.
 * @throws AppError VALIDATION_FAILED for an address that is not of a known push service;
 *   ADMIN_UNAUTHENTICATED, ADMIN_FORBIDDEN, PERMISSION_REQUIRED where the right was taken meanwhile
 */
export async function subscribePush(
  { db, clock, isPushService }: PushDeps,
  { userId, session }: { userId: number; session: ActingSession },
  { endpoint, keys }: SubscribePushBody,
): Promise<void> {
  if (!isPushService(endpoint)) {
    const message = '이 브라우저의 알림 서비스로는 보낼 수 없습니다.';
    throw fieldError('endpoint', message);
  }
  await transaction(db, async (trx) => {
    // Calls of one administrator run in turn.
    await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
    await requireStanding(trx, userId, session);
    const browser = { user_id: userId, session_id: session.id, ...keys, created_at: clock.now() };
    await trx
      .insertInto('push_subscriptions')
      .values({ ...browser, endpoint })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(browser))
      .execute();
    await trx
      .deleteFrom('push_subscriptions')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('push_subscriptions')
          .select('push_subscriptions.id')
          .where('push_subscriptions.user_id', '=', userId)
          .orderBy('push_subscriptions.created_at', 'desc')
          .orderBy('push_subscriptions.id', 'desc')
          .offset(MAX_BROWSERS),
      )
      .execute();
  });
}

/** Ends the pushes to one of the administrator's browsers, if it has any. */
export async function unsubscribePush({ db }: PushDeps, userId: number, endpoint: string): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('push_subscriptions.user_id', '=', userId)
    .where('push_subscriptions.endpoint', '=', endpoint)
    .execute();
}

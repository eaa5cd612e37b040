import { queryOptions } from '@tanstack/react-query';
import * as pushCalls from '#shared/features/push/calls.ts';
import { ADMIN_KEY } from '#web/admin-kit/admin-key.ts';
import { send } from '#web/lib/send.ts';
import { ownSubscription, PushProblem, subscribeBrowser } from './browser-push.ts';

/** The key of the shop, and whether this browser gets the pushes of the administrator. */
export const pushQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'push'],
  queryFn: async ({ signal }) => {
    const [state, own] = await Promise.all([send(pushCalls.getPush, { signal }), ownSubscription()]);
    return { publicKey: state.public_key, isOn: own !== undefined && state.endpoints.includes(own.endpoint) };
  },
  meta: { isPersonal: true },
});

/** @throws PushProblem, ApiError */
export async function turnPushOn(publicKey: string): Promise<void> {
  const { endpoint, keys } = await subscribeBrowser(publicKey);
  if (!endpoint || !keys?.p256dh || !keys.auth) throw new PushProblem('이 브라우저에서는 알림을 켤 수 없습니다.');
  await send(pushCalls.subscribePush, { body: { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } } });
}

export async function turnPushOff(): Promise<void> {
  const own = await ownSubscription();
  if (!own) return;
  await send(pushCalls.unsubscribePush, { body: { endpoint: own.endpoint } });
  await own.unsubscribe();
}

import { call } from '#shared/contract/call.ts';
import type { Success } from '#shared/contract/fields.ts';
import type { PushState, SubscribePushBody, UnsubscribePushBody } from './schemas.ts';

export const getPush = call<{ answer: PushState }>('GET', '/api/admin/push', { access: 'admin', needs: 'any' });

/** The same browser again replaces its keys; of more than ten browsers the oldest goes. */
export const subscribePush = call<{ body: SubscribePushBody; answer: Success }>('PUT', '/api/admin/push', {
  access: 'admin',
  needs: 'any',
});

/** Succeeds for a browser that has no subscription. */
export const unsubscribePush = call<{ body: UnsubscribePushBody; answer: Success }>('DELETE', '/api/admin/push', {
  access: 'admin',
  needs: 'any',
});

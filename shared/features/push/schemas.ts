import { z } from 'zod';

const endpoint = z
  .string('알림 주소를 보내주세요.')
  .min(1, '알림 주소를 보내주세요.')
  .max(2000, '알림 주소가 너무 깁니다.');
const key = (length: number) =>
  z.string('알림 키를 보내주세요.').regex(new RegExp(`^[A-Za-z0-9_-]{${length}}$`), '알림 키가 올바르지 않습니다.');

export const pushState = z.object({
  /** The key with which a browser subscribes (VAPID). */
  public_key: z.string(),
  /** The browsers of the caller that get pushes, by the address at their push service. */
  endpoints: z.array(z.string()),
});
export type PushState = z.infer<typeof pushState>;

/** A subscription as the browser gives it (`PushSubscription.toJSON`). */
export const subscribePushBody = z.object({
  endpoint,
  /** A point of P-256, and 16 bytes, in base64url. */
  keys: z.object({ p256dh: key(87), auth: key(22) }),
});
export type SubscribePushBody = z.input<typeof subscribePushBody>;

export const unsubscribePushBody = z.object({ endpoint });
export type UnsubscribePushBody = z.input<typeof unsubscribePushBody>;

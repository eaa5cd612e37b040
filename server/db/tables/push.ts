import type { Generated, GeneratedAlways } from 'kysely';
import type { PushKind } from '#shared/features/push/push-kinds.ts';

/** One row: the shop's own key pair for web push. */
export type PushKeysTable = { id: Generated<number>; public_key: string; private_key_sealed: Buffer; created_at: Date };

export type PushSubscriptionsTable = {
  id: GeneratedAlways<number>;
  user_id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  created_at: Date;
  /** Null once that session is over. */
  session_id: Generated<number | null>;
};

/** Pushes that wait, and those that were sent within the last hour. */
export type PushMessagesTable = {
  id: GeneratedAlways<number>;
  subscription_id: number;
  kind: PushKind;
  attempts: Generated<number>;
  due_at: Date | null;
  sent_at: Date | null;
  created_at: Date;
};

import type { Db } from '#server/db/transaction.ts';
import type { IdentityDeps } from '#server/features/accounts/identity-checks.ts';
import type { Publisher } from '#server/features/events/publisher.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';

/** Dependencies of the people in a case. */
export type ParticipantDeps = { db: Db; clock: Clock; events: Publisher };

/** Sends one text message now, with retries of its own; never throws. */
type MessageSender = {
  send: (message: { name: string; to: string; text: string; isCurrent: () => Promise<boolean> }) => Promise<void>;
};

/** Dependencies of invitations. */
export type InvitationDeps = IdentityDeps & {
  events: Publisher;
  dataKeys: DataKeys;
  /** Undefined where SMS is not set up. */
  messages: MessageSender | undefined;
  smsPerHour: number;
  /** The shop's address; no slash at the end. */
  siteUrl: () => string;
};

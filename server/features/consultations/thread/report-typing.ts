import { LRUCache } from 'lru-cache';
import { listReaders } from '#server/features/participants/room-access.ts';
import type { Actor } from '#server/http/session.ts';
import { TYPING_MS } from '#shared/rules/message-limits.ts';
import type { ConsultationDeps } from '../consultation-deps.ts';
import { presentAuthor } from './conversations.present.ts';
import { getPlace } from './conversations.queries.ts';

type TypingDeps = Pick<ConsultationDeps, 'db' | 'events' | 'clock'>;
type Typist = { actor: Pick<Actor, 'id' | 'fullname'>; isAdmin: boolean };
export type ReportTyping = (typist: Typist, conversationId: number, isForAdminsOnly: boolean) => Promise<void>;

/** People who type at one moment; the least recent are forgotten first. */
const MAX_TYPISTS = 10_000;

/** Notifies the other side of typing, at most once in three seconds. Stores nothing. */
export function createReportTyping({ db, events, clock }: TypingDeps): ReportTyping {
  const lastAt = new LRUCache<string, number>({ max: MAX_TYPISTS });
  return async ({ actor, isAdmin }, conversationId, isForAdminsOnly) => {
    const at = clock.now();
    const reader = isAdmin ? { id: actor.id, isAdmin } : { id: actor.id, isAdmin, now: at };
    const place = await getPlace(db, reader, conversationId);
    const key = `${actor.id}:${isAdmin}:${conversationId}`;
    const now = at.getTime();
    if (now - (lastAt.get(key) ?? Number.NEGATIVE_INFINITY) < TYPING_MS) return;
    lastAt.set(key, now);
    const by = isAdmin ? 'staff' : 'customer';
    const { name } = presentAuthor(by, actor.fullname);
    events.publish({
      name: 'typing',
      data: { conversation_id: conversationId, by, name },
      to: { users: isForAdminsOnly ? [] : await listReaders(db, place, at), staff: 'consultations', except: actor.id },
    });
  };
}

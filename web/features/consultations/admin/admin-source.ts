import * as adminCalls from '#shared/features/consultations/admin-calls.ts';
import { send } from '#web/lib/send.ts';
import type { ThreadSource } from '../thread/thread-source.ts';

/** The thread of a customer's conversation as administrators see it, with their notes. */
export function adminSource(id: number): ThreadSource {
  const params = { id };
  return {
    conversationId: id,
    side: 'staff',
    list: ({ after, before, limit }, signal) =>
      send(adminCalls.listMessages, {
        params,
        query: {
          ...(after && { after: String(after.seq), after_note: String(after.note) }),
          ...(before && { before: String(before.seq), before_note: String(before.note) }),
          ...(limit && { limit: String(limit) }),
        },
        signal,
      }),
    send: (message) => send(adminCalls.sendMessage, { params, body: message }),
    markRead: (seq) => send(adminCalls.markRead, { params, body: { seq } }),
    reportTyping: (kind) => send(adminCalls.reportTyping, { params, body: { kind } }),
  };
}

import type { FoundConversation } from '#shared/features/desk/schemas.ts';
import type { ConsultationDeps } from './consultation-deps.ts';
import { listInbox } from './inbox/inbox.queries.ts';
import { searchConversations } from './inbox/search-conversations.ts';
import { presentAdminConversation } from './thread/conversations.present.ts';

/** Finds conversations by subject, customer, soldier and order number, as the inbox orders them. */
export async function findConversations(
  deps: ConsultationDeps,
  q: string,
  { adminId, limit }: { adminId: number; limit: number },
): Promise<FoundConversation[]> {
  const { ids } = await searchConversations(deps, q, undefined, 'subjects');
  const filters = { status: undefined, assigneeId: undefined, ids };
  const reader = { id: adminId, isAdmin: true } as const;
  const { rows } = await listInbox(deps.db, { reader, filters, limit, after: undefined });
  return rows.map((row) => {
    const { id, subject, customer } = presentAdminConversation(deps, row);
    return { id, subject, customer: customer.fullname || customer.user_id };
  });
}

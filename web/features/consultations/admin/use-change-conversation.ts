import { useQueryClient } from '@tanstack/react-query';
import type { AdminConversationDetail, UpdateConversationBody } from '#shared/features/consultations/admin-schemas.ts';
import { BADGES_KEY } from '#web/features/desk/admin/badges-query.ts';
import { useAction } from '#web/lib/use-action.ts';
import { conversationKey, conversationQuery, INBOX_KEY, updateConversation } from './api.ts';

type Changes = Omit<UpdateConversationBody, 'version'>;

type Shown = Pick<AdminConversationDetail, 'id' | 'version' | 'status' | 'assignee'>;

/** Returns whether nothing but an answer, which sets the status, came since the page was drawn. */
function isAnsweredOnly(shown: Shown, stored: Shown): boolean {
  const isStatusKept = stored.status === shown.status || stored.status === 'answered';
  return isStatusKept && stored.assignee?.id === shown.assignee?.id;
}

/**
 * Changes status, hold or assignee as the page shows them; a colleague's change in between is said. One's own answer
 * a moment ago is none: its news may be on the way.
 */
export function useChangeConversation(shown: Shown) {
  const { id } = shown;
  const queryClient = useQueryClient();
  const { isBusy, problem, run } = useAction();
  const change = async (changes: Changes): Promise<boolean> => {
    const isDone = await run(async () => {
      const stored = await queryClient.fetchQuery({ ...conversationQuery(id), staleTime: 0 });
      const { version } = isAnsweredOnly(shown, stored) ? stored : shown;
      await updateConversation(id, { ...changes, version });
    });
    // Also after a failure: what is on the page was outdated.
    for (const queryKey of [conversationKey(id), INBOX_KEY, BADGES_KEY]) {
      await queryClient.invalidateQueries({ queryKey });
    }
    return isDone;
  };
  return { isBusy, problem, change };
}

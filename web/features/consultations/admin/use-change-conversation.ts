import { useQueryClient } from '@tanstack/react-query';
import type { AdminConversationDetail, UpdateConversationBody } from '#shared/features/consultations/admin-schemas.ts';
import { BADGES_KEY } from '#web/features/desk/admin/badges-query.ts';
import { useAction } from '#web/lib/use-action.ts';
import { conversationKey, INBOX_KEY, updateConversation } from './api.ts';

type Changes = Omit<UpdateConversationBody, 'version'>;

type Shown = Pick<AdminConversationDetail, 'id' | 'version'>;

/** Changes status, hold or assignee as the page shows them; a colleague's change in between is said. */
export function useChangeConversation({ id, version }: Shown) {
  const queryClient = useQueryClient();
  const { isBusy, problem, run } = useAction();
  const change = async (changes: Changes): Promise<boolean> => {
    const isDone = await run(() => updateConversation(id, { ...changes, version }));
    // Also after a failure: what is on the page was outdated.
    for (const queryKey of [conversationKey(id), INBOX_KEY, BADGES_KEY]) {
      await queryClient.invalidateQueries({ queryKey });
    }
    return isDone;
  };
  return { isBusy, problem, change };
}

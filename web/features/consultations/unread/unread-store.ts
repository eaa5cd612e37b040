import * as consultationCalls from '#shared/features/consultations/calls.ts';
import { listen } from '#web/lib/events/live-events.ts';
import { send } from '#web/lib/send.ts';

/** Describes what is unread of one account; the header, its menu and their marks share it. */
type Following = { accountId: number; refresh: () => void; end: () => void };

const watchers = new Set<() => void>();
let following: Following | undefined;
let count = 0;

function setCount(value: number): void {
  if (value === count) return;
  count = value;
  for (const watcher of watchers) watcher();
}

/** An account without a conversation gets no answer, so no stream is held for it. */
function follow(accountId: number): Following {
  let isOver = false;
  let isReading = false;
  let isAsked = false;
  let isWantedAgain = false;
  let stopListening: (() => void) | undefined;

  async function read(): Promise<void> {
    const { unread, has_conversations } = await send(consultationCalls.countUnread, { isSilent: true });
    if (isOver) return;
    setCount(unread);
    const onEvent = ({ name }: { name: string }) => name !== 'typing' && refresh();
    if (has_conversations) stopListening ??= listen(accountId, { onEvent, onCatchUp: refresh });
  }

  /** All marks of a page ask at once when it changes: one call answers them. */
  function refresh(): void {
    if (isAsked) return;
    isAsked = true;
    queueMicrotask(start);
  }

  function start(): void {
    isAsked = false;
    // All that happened since the running call began may not be in its answer.
    isWantedAgain = isReading;
    if (isReading || isOver) return;
    isReading = true;
    // The next event, page or catch-up asks again.
    void read()
      .catch(() => undefined)
      .finally(() => {
        isReading = false;
        if (isWantedAgain) refresh();
      });
  }

  refresh();
  return {
    accountId,
    refresh,
    end() {
      isOver = true;
      stopListening?.();
    },
  };
}

function endFollowing(): void {
  following?.end();
  following = undefined;
  count = 0;
}

/** Follows the account as long as anything watches; returns how to stop. */
export function watchUnread(accountId: number, watcher: () => void): () => void {
  if (following?.accountId !== accountId) endFollowing();
  watchers.add(watcher);
  following ??= follow(accountId);
  return () => {
    watchers.delete(watcher);
    if (watchers.size === 0) endFollowing();
  };
}

/** Reads the count again; events do it by themselves. */
export const refreshUnread = () => following?.refresh();

/** The unread answers of the account that is followed. */
export const unreadNow = () => count;

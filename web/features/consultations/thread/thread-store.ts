import type { Attachment } from '#shared/features/attachments/schemas.ts';
import type { Message } from '#shared/features/consultations/schemas.ts';
import { ApiError, errorMessage } from '#web/lib/api-error.ts';
import { serverNow } from '#web/lib/browsers/server-clock.ts';
import type { LiveEvent } from '#web/lib/events/live-event.ts';
import { newUuid } from '#web/lib/new-uuid.ts';
import type { ThreadSource } from './thread-source.ts';
import {
  addKnown,
  addListed,
  addPending,
  addSent,
  changePending,
  compare,
  dropPending,
  EMPTY_THREAD,
  type PendingMessage,
  type Position,
  type ThreadState,
} from './thread-state.ts';

const PAGE = 50;
/** The most that one call lists. */
const LARGE_PAGE = 200;
/** How long `typing` is shown after its last report. */
const TYPING_SHOWN_MS = 5000;
/** A catch-up that failed is tried again, with growing pauses. */
const RETRY_MS = 1000;
const MAX_RETRY_MS = 30_000;
/** These answers do not change on a retry. */
const FINAL_STATUSES: ReadonlySet<number> = new Set([400, 401, 403, 404]);
const LAST_NOTE = 999_999_999;
/** After a reload it is unknown whether such a message arrived; the next catch-up may find it. */
const INTERRUPTED = '전송이 끝나기 전에 화면이 닫혔습니다.';

export type ThreadSnapshot = ThreadState & {
  status: 'loading' | 'ready' | 'failed';
  /** Why the first load failed. */
  problem: Error | undefined;
  isLoadingOlder: boolean;
  /** Who of the other side types, by name. */
  typing: string | undefined;
};

export type Outgoing = { kind: PendingMessage['kind']; text: string; attachments: readonly Attachment[] };

export type ThreadStore = {
  subscribe: (listener: () => void) => () => void;
  get: () => ThreadSnapshot;
  /** Loads the last messages; later what is new. Calls at the same time are one. */
  catchUp: () => Promise<void>;
  loadOlder: () => Promise<void>;
  /** Shows the message at once and sends it, after those before it. */
  send: (message: Outgoing) => void;
  /** The same call again, with the same id. */
  resend: (clientId: string) => void;
  discard: (clientId: string) => void;
  handleEvent: (event: LiveEvent) => void;
  close: () => void;
};

type Options = {
  source: ThreadSource;
  /** Messages of an earlier visit that were not confirmed. */
  unsent: readonly PendingMessage[];
  /** Keeps them for the next visit. */
  onUnsent: (unsent: readonly PendingMessage[]) => void;
};

/** The messages of one conversation as a page shows them: each once, in order, without gaps. */
export function createThread({ source, unsent, onUnsent }: Options): ThreadStore {
  const listeners = new Set<() => void>();
  const closing = new AbortController();
  const { signal } = closing;
  const pending = unsent.map((message) => ({
    ...message,
    status: 'failed' as const,
    problem: message.problem ?? INTERRUPTED,
  }));
  let snapshot: ThreadSnapshot = {
    ...EMPTY_THREAD,
    pending,
    status: 'loading',
    problem: undefined,
    isLoadingOlder: false,
    typing: undefined,
  };
  let typingTimer: ReturnType<typeof setTimeout> | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let sending: Promise<unknown> = Promise.resolve();

  function set(changes: Partial<ThreadSnapshot>): void {
    const before = snapshot;
    snapshot = { ...snapshot, ...changes };
    if (snapshot.pending !== before.pending) onUnsent(snapshot.pending);
    for (const listener of listeners) listener();
  }

  async function listAll(): Promise<void> {
    if (snapshot.status !== 'ready') {
      const last = await source.list({ limit: PAGE }, signal);
      return set({ ...addListed(snapshot, last), status: 'ready', problem: undefined });
    }
    let found: Message[];
    do {
      found = await source.list({ after: snapshot.cursor, limit: LARGE_PAGE }, signal);
      if (found.length > 0) set(addListed(snapshot, found));
    } while (found.length === LARGE_PAGE);
  }

  /** Nothing else may ask again: the stream reports each message once. */
  function handleFailure(error: unknown): void {
    if (signal.aborted) return;
    const isFinal = error instanceof ApiError && FINAL_STATUSES.has(error.status);
    if (snapshot.status !== 'ready') {
      set({ status: 'failed', problem: error instanceof Error ? error : new Error(errorMessage(error)) });
    }
    if (isFinal) return;
    clearTimeout(retryTimer);
    retryTimer = setTimeout(() => void catchUp(), Math.min(RETRY_MS * 2 ** failures, MAX_RETRY_MS));
    failures += 1;
  }

  let running: Promise<void> | undefined;
  let isWantedAgain = false;
  function catchUp(): Promise<void> {
    if (running) {
      // The answer of the running call may lack later events.
      isWantedAgain = true;
      return running;
    }
    running = listAll()
      .then(() => {
        failures = 0;
      }, handleFailure)
      .finally(() => {
        running = undefined;
        if (!isWantedAgain || signal.aborted) return;
        isWantedAgain = false;
        void catchUp();
      });
    return running;
  }

  async function loadOlder(): Promise<void> {
    const [first] = snapshot.messages;
    if (!first || snapshot.isLoadingOlder) return;
    set({ isLoadingOlder: true });
    try {
      set(addKnown(snapshot, await source.list({ before: first, limit: PAGE }, signal)));
    } finally {
      set({ isLoadingOlder: false });
    }
  }

  /** A hint about a message that the page has already may say that the scan of a file has ended. */
  async function refresh({ seq, note }: Position): Promise<void> {
    const known = snapshot.messages.find((message) => compare(message, { seq, note }) === 0);
    if (!known?.attachments.some(({ scan }) => scan === 'pending')) return;
    const after = note > 0 ? { seq, note: note - 1 } : { seq: seq - 1, note: LAST_NOTE };
    set(addKnown(snapshot, await source.list({ after, limit: 1 }, signal)));
  }

  async function deliver(message: PendingMessage): Promise<void> {
    const { clientId, kind, text, attachments } = message;
    try {
      const ids = attachments.map(({ id }) => id);
      const sent = await source.send({ client_id: clientId, kind, text, attachment_ids: ids });
      set(addSent(snapshot, sent, source.side === 'staff'));
      if (compare(snapshot.cursor, sent) < 0) void catchUp();
    } catch (error) {
      set(changePending(snapshot, clientId, { status: 'failed', problem: errorMessage(error) }));
    }
  }

  /** One after the other: the server numbers them in this order. */
  function enqueue(message: PendingMessage): void {
    sending = sending.then(() => deliver(message));
  }

  function showTyping(name: string | undefined): void {
    clearTimeout(typingTimer);
    if (name !== undefined) typingTimer = setTimeout(() => set({ typing: undefined }), TYPING_SHOWN_MS);
    if (name !== snapshot.typing) set({ typing: name });
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get: () => snapshot,
    catchUp,
    loadOlder,
    send(message) {
      const createdAt = serverNow().toISOString();
      const added: PendingMessage = { ...message, clientId: newUuid(), createdAt, status: 'sending' };
      set(addPending(snapshot, added));
      enqueue(added);
    },
    resend(clientId) {
      const message = snapshot.pending.find((candidate) => candidate.clientId === clientId);
      if (message?.status !== 'failed') return;
      set(changePending(snapshot, clientId, { status: 'sending', problem: undefined }));
      enqueue(message);
    },
    discard: (clientId) => set(dropPending(snapshot, clientId)),
    handleEvent({ name, data }) {
      if (name === 'case' || data.conversation_id !== source.conversationId) return;
      if (name === 'typing') showTyping(data.name);
      if (name !== 'message') return;
      showTyping(undefined);
      const place = { seq: data.seq, note: data.note ?? 0 };
      if (compare(place, snapshot.cursor) > 0 || snapshot.status !== 'ready') void catchUp();
      else void refresh(place).catch(() => undefined);
    },
    close() {
      closing.abort();
      clearTimeout(typingTimer);
      clearTimeout(retryTimer);
    },
  };
}

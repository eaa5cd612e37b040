import type { AnswerValue } from '#shared/rules/questions/question-set.ts';
import { ApiError, errorMessage } from '#web/lib/api-error.ts';

/** An answer is saved this long after the last key (contract §8). */
const SAVE_AFTER_MS = 800;
/** Pause before an answer is sent again that did not reach the server. */
const RETRY_MS = 10_000;

export type StoredAnswer = { value: AnswerValue; revision: number };

/**
 * An answer as it is typed, over the revision that was seen.
 * - waiting: did not reach the server, and is sent again
 * - refused: cannot be saved as it is
 * - conflict: another person or tab has saved `stored` meanwhile
 */
export type Edit = StoredAnswer & {
  status: 'typed' | 'saving' | 'saved' | 'waiting' | 'refused' | 'conflict';
  problem?: string | undefined;
  stored?: StoredAnswer;
};
export type Edits = ReadonlyMap<string, Edit>;

type Port = {
  /** Returns why a value cannot be an answer. */
  check: (id: string, value: AnswerValue) => string | undefined;
  put: (id: string, answer: StoredAnswer) => Promise<{ revision: number }>;
  /** Returns the answer that is stored, from the error of a conflict. */
  storedIn: (error: ApiError) => StoredAnswer | undefined;
  onSaved: (id: string, answer: StoredAnswer) => void;
  /** Keeps what is not saved for the next visit. */
  keep: (unsaved: Record<string, StoredAnswer>) => void;
};

export type AnswerStore = ReturnType<typeof createAnswerStore>;

const isSame = (one: AnswerValue, other: AnswerValue) => JSON.stringify(one) === JSON.stringify(other);

/** Returns whether the same call can succeed later. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

/** The answers that a person types: each saved by itself, one call at a time, kept until it is stored. */
export function createAnswerStore(port: Port) {
  let edits: Edits = new Map();
  const listeners = new Set<() => void>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const running = new Map<string, Promise<void>>();
  let isClosed = false;

  function change(next: Edits): void {
    edits = next;
    const unsaved = [...edits].filter(([, { status }]) => status !== 'saved');
    port.keep(Object.fromEntries(unsaved.map(([id, { value, revision }]) => [id, { value, revision }])));
    for (const listener of listeners) listener();
  }
  const set = (id: string, edit: Edit) => change(new Map(edits).set(id, edit));

  function saveIn(id: string, ms: number): void {
    clearTimeout(timers.get(id));
    if (isClosed) return;
    timers.set(
      id,
      setTimeout(() => void save(id), ms),
    );
  }

  function fail(id: string, sent: StoredAnswer, error: unknown): void {
    const { value } = edits.get(id) ?? sent;
    const stored = error instanceof ApiError ? port.storedIn(error) : undefined;
    if (stored && isSame(stored.value, value)) {
      set(id, { ...stored, status: 'saved' });
      port.onSaved(id, stored);
    } else if (stored) {
      set(id, { value, revision: sent.revision, status: 'conflict', stored });
    } else if (isPassing(error)) {
      set(id, { value, revision: sent.revision, status: 'waiting' });
      saveIn(id, RETRY_MS);
    } else {
      const detail = error instanceof ApiError ? error.details[0]?.message : undefined;
      set(id, { value, revision: sent.revision, status: 'refused', problem: detail ?? errorMessage(error) });
    }
  }

  async function put(id: string, { value, revision }: StoredAnswer): Promise<void> {
    const problem = port.check(id, value);
    if (problem) return set(id, { value, revision, status: 'refused', problem });
    set(id, { value, revision, status: 'saving' });
    try {
      const saved = await port.put(id, { value, revision });
      const typed = edits.get(id)?.value ?? null;
      const isTypedOn = !isSame(typed, value);
      set(id, { value: typed, revision: saved.revision, status: isTypedOn ? 'typed' : 'saved' });
      if (isTypedOn) saveIn(id, SAVE_AFTER_MS);
      port.onSaved(id, { value, revision: saved.revision });
    } catch (error) {
      fail(id, { value, revision }, error);
    }
  }

  /** Resolves once the answer is saved, or cannot be. */
  async function save(id: string): Promise<void> {
    clearTimeout(timers.get(id));
    await running.get(id);
    const edit = edits.get(id);
    if (edit?.status !== 'typed' && edit?.status !== 'waiting') return;
    const work = put(id, edit).finally(() => running.delete(id));
    running.set(id, work);
    await work;
  }

  /** Saves all now. Resolves to whether everything is stored. */
  async function flush(): Promise<boolean> {
    await Promise.all([...edits.keys()].map(save));
    return [...edits.values()].every(({ status }) => status === 'saved');
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    get: () => edits,
    /** `seen` is the revision that the page shows. */
    type(id: string, value: AnswerValue, seen: number): void {
      const edit = edits.get(id);
      if (edit?.status === 'conflict') {
        set(id, { ...edit, value });
        return;
      }
      const isRunning = edit?.status === 'saving';
      const revision = edit && edit.status !== 'saved' ? edit.revision : Math.max(edit?.revision ?? 0, seen);
      set(id, { value, revision, status: isRunning ? 'saving' : 'typed' });
      saveIn(id, SAVE_AFTER_MS);
    },
    save,
    flush,
    /** Ends a conflict with the own text, or with the one that is stored. */
    choose(id: string, whose: 'own' | 'stored'): void {
      const edit = edits.get(id);
      if (!edit?.stored) return;
      if (whose === 'own') {
        set(id, { value: edit.value, revision: edit.stored.revision, status: 'typed' });
        void save(id);
        return;
      }
      change(new Map([...edits].filter(([other]) => other !== id)));
      port.onSaved(id, edit.stored);
    },
    /** Begins, with what an earlier visit could not save. */
    restore(kept: Readonly<Record<string, StoredAnswer>>): void {
      isClosed = false;
      const next = new Map(edits);
      for (const [id, answer] of Object.entries(kept)) next.set(id, { ...answer, status: 'waiting' });
      if (next.size === edits.size) return;
      change(next);
      void flush();
    },
    close(): void {
      isClosed = true;
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

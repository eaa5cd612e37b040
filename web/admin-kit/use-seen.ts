import { useState } from 'react';
import { ApiError } from '#web/lib/api-error.ts';

/**
 * Saves with what the form was opened with, so that a second tab does not undo the first one's.
 * `conflict` is what is stored instead; once it is shown, saving again goes over it. `read` gets
 * what is stored.
 */
export function useSeen<Stored>(opened: Stored | undefined, read: () => Promise<Stored | undefined>) {
  // Not the newest that the page knows: the form still has the values of this one.
  const [seen, setSeen] = useState(opened);
  const [conflict, setConflict] = useState<Stored>();
  return {
    conflict,
    /** `send` returns what is stored then. */
    save: async <Saved extends Stored>(send: (seen: Stored | undefined) => Promise<Saved>): Promise<Saved> => {
      try {
        const saved = await send(conflict ?? seen);
        setSeen(saved);
        setConflict(undefined);
        return saved;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'VERSION_CONFLICT') setConflict(await read());
        throw error;
      }
    },
    /** Ends the conflict in favour of what is stored, and returns it. */
    takeStored: (): Stored | undefined => {
      setSeen(conflict);
      setConflict(undefined);
      return conflict;
    },
  };
}

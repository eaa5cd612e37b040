import { createSettler } from '#web/lib/browsers/settler.ts';

type Asking = { promise: Promise<boolean>; answer: (isGiven: boolean) => void };

let asking: Asking | undefined;
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

/**
 * Asks for a proof of the user in a dialog; resolves to whether it was given. Calls that are refused at
 * the same time share one dialog. False on pages without the dialog's host.
 */
export function askStepUp(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false);
  if (!asking) {
    const { promise, resolve } = createSettler<boolean>();
    asking = {
      promise,
      answer(isGiven) {
        asking = undefined;
        resolve(isGiven);
        changed();
      },
    };
    changed();
  }
  return asking.promise;
}

/** For the one component that shows the dialog. */
export const stepUpQuestion = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: (): Asking | undefined => asking,
};

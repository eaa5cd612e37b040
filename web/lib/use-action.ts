import { useState } from 'react';
import { errorMessage } from './api-error.ts';

type Settings = {
  /** The sentence for an error, if it is not the error's own. */
  toMessage?: (error: unknown) => string;
};

/**
 * Runs one action at a time, such as the call of a button: whether it is running, and the sentence
 * for its failure. Forms with fields use `useAppForm`.
 */
export function useAction({ toMessage = errorMessage }: Settings = {}) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  /** Resolves to whether the action succeeded. Never rejects. */
  const run = async (action: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await action();
      return true;
    } catch (error) {
      setProblem(toMessage(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, problem, run };
}

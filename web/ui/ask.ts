export type Question = {
  title: string;
  message: string;
  /** Label of the confirming button. */
  confirmLabel?: string;
  /** Label of the cancelling button; without it there is only one button. */
  cancelLabel?: string;
  /**
   * In place of the cancelling button: the first way on, as a link to its page. The answer is a no, and
   * `onChoose` tells it from closing.
   */
  link?: { label: string; href: string; onChoose: () => void };
  /** The action cannot be undone. */
  isDangerous?: boolean;
};

type QueuedQuestion = { question: Question; answer: (isConfirmed: boolean) => void };

const queue: QueuedQuestion[] = [];
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

function ask(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    const queued: QueuedQuestion = {
      question,
      answer: (isConfirmed) => {
        queue.splice(queue.indexOf(queued), 1);
        resolve(isConfirmed);
        changed();
      },
    };
    queue.push(queued);
    changed();
  });
}

/** Asks in a dialog; resolves to whether the user confirmed. Closing counts as no. */
export function confirm(question: Question): Promise<boolean> {
  return ask(question.link ? question : { cancelLabel: '취소', ...question });
}

/** Shows a message in a dialog; resolves when it is closed. */
export async function showMessage(question: Omit<Question, 'cancelLabel' | 'isDangerous'>): Promise<void> {
  await ask(question);
}

/** For the one component that renders the questions. */
export const questions = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: (): QueuedQuestion | undefined => queue[0],
};

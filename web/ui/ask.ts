export type Question = {
  title: string;
  message: string;
  /** The word on the button that goes on. */
  confirmLabel?: string;
  /** The word on the button that does not; without it there is only one button. */
  cancelLabel?: string;
  /** What is agreed to cannot be taken back. */
  isDangerous?: boolean;
};

type Asked = { question: Question; answer: (isConfirmed: boolean) => void };

const queue: Asked[] = [];
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

function ask(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    const asked: Asked = {
      question,
      answer: (isConfirmed) => {
        queue.splice(queue.indexOf(asked), 1);
        resolve(isConfirmed);
        changed();
      },
    };
    queue.push(asked);
    changed();
  });
}

/** Asks in a dialog; resolves to whether the person agreed. Closing is a no. */
export function confirm(question: Question): Promise<boolean> {
  return ask({ cancelLabel: '취소', ...question });
}

/** Says something in a dialog; resolves when it was read and closed. */
export async function tell(question: Omit<Question, 'cancelLabel' | 'isDangerous'>): Promise<void> {
  await ask(question);
}

/** For the one component that shows the questions. */
export const questions = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: (): Asked | undefined => queue[0],
};

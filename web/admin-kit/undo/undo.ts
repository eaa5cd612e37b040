/** An act that was just done and can be taken back for a while. */
export type UndoableAct = {
  /** Says what was done, and when the customer learns of it. */
  text: string;
  undo: () => Promise<unknown>;
};

let current: UndoableAct | undefined;
const listeners = new Set<() => void>();

function show(act: UndoableAct | undefined): void {
  current = act;
  for (const listener of listeners) listener();
}

/** Offers to take an act back, in place of the one before. */
export function offerUndo(act: UndoableAct): void {
  show(act);
}

/** For the one component that renders the offer. */
export const undoOffer = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: (): UndoableAct | undefined => current,
  close: () => show(undefined),
};

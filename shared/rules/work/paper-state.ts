/** How far a paper is that the firm has asked for: uploaded is not done before staff have looked. */
export const PAPER_STATES = ['requested', 'uploaded', 'accepted', 'returned', 'not_needed', 'cancelled'] as const;
export type PaperState = (typeof PAPER_STATES)[number];

/** Returns whether files can be added. */
export function takesFiles(state: PaperState): boolean {
  return state === 'requested' || state === 'uploaded' || state === 'returned';
}

/** Returns whether staff may set the state. Only a paper with files can be returned; files alone make it uploaded. */
export function mayStaffSet(from: PaperState, to: PaperState, hasFiles: boolean): boolean {
  if (to === 'uploaded') return from === 'uploaded';
  return to !== 'returned' || hasFiles;
}

/** Returns whether a state needs a reason that the person reads. */
export function needsReason(state: PaperState): boolean {
  return state === 'returned' || state === 'not_needed';
}

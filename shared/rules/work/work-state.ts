/** How far the firm's work on an order is (contract §3). */
export const WORK_STATES = ['waiting', 'in_progress', 'closed'] as const;
export type WorkState = (typeof WORK_STATES)[number];

/** Moves that administrators may make; the state that an order has already is never a move. */
export const WORK_MOVES: Record<WorkState, readonly WorkState[]> = {
  waiting: ['in_progress'],
  // Back to waiting takes a start back that was a mistake.
  in_progress: ['waiting', 'closed'],
  closed: ['in_progress'],
};

export function isWorkMoveAllowed(from: WorkState, to: WorkState): boolean {
  return WORK_MOVES[from].includes(to);
}

type WorkTimes = { work_started_at: unknown; work_closed_at: unknown };

export function workStateOf({ work_started_at, work_closed_at }: WorkTimes): WorkState {
  if (work_closed_at) return 'closed';
  return work_started_at ? 'in_progress' : 'waiting';
}

/** Returns the label for customers and administrators, beside the status of a paid order. */
export function workStateLabel(state: WorkState): string {
  switch (state) {
    case 'waiting':
      return '착수 대기';
    case 'in_progress':
      return '업무 진행 중';
    case 'closed':
      return '종결';
  }
}

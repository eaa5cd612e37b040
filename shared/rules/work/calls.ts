/** Outcomes of a call to the buyer, in the order in which they are offered (contract §9). */
export const CALL_OUTCOMES = ['reached', 'no_answer', 'call_again', 'wrong_number'] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

export const CALL_OUTCOME_LABELS: Readonly<Record<CallOutcome, string>> = {
  reached: '통화함',
  no_answer: '부재중',
  call_again: '다시 전화',
  wrong_number: '잘못된 번호',
};

type Call = { again_at: string | null };

/** Returns when the firm calls next: as the newest of the calls says, oldest first. */
export function nextCallAt(calls: readonly Call[]): string | null {
  return calls.at(-1)?.again_at ?? null;
}

/** Acts of administrators that wait for a minute before the customer learns of them. */
export const PENDING_ACTS = [
  'step_done',
  'contacted',
  'work_started',
  'work_closed',
  'lawyer_named',
  'message',
] as const;
export type PendingAct = (typeof PENDING_ACTS)[number];

/** Time in which such an act can be taken back without a trace. */
export const TAKE_BACK_MS = 60_000;

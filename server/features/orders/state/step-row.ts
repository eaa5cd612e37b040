/** The columns that are read of a step: `StepRow`. */
export const STEP_COLUMNS = [
  'order_steps.id',
  'order_steps.title',
  'order_steps.due_on',
  'order_steps.done_at',
  'order_steps.note_sealed',
  'order_steps.is_private',
  'order_steps.is_filing',
  'order_steps.version',
] as const;

/** A step with its stored texts. Times and bytes in JSON that the database builds are text. */
export type StepRow = {
  id: number;
  title: string;
  due_on: string | null;
  done_at: Date | string | null;
  note_sealed: Buffer | string | null;
  is_private: boolean;
  /** Filed in the client's name: waits for the letter. */
  is_filing: boolean;
  version: number;
};

/** A step as the audit log keeps it: the text of its note stays out of what cannot be deleted. */
export function stepForAudit({ note_sealed, version: _version, ...step }: StepRow) {
  return { ...step, has_note: note_sealed !== null };
}

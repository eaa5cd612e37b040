export const STEP_COLUMNS = [
  ...(['order_steps.id', 'order_steps.title', 'order_steps.due_on'] as const),
  ...(['order_steps.done_at', 'order_steps.note'] as const),
] as const;

/** A step as customers and staff read it. Times in JSON that the database builds are text. */
export type StepRow = { id: number; title: string; due_on: string | null; done_at: Date | string | null; note: string };

import type { Quirks } from './quirks.ts';

/** One request to the stand-in: which, and about which receipt. */
export type SandboxCall = {
  endpoint: 'token' | 'receipt' | 'confirm' | 'cancel' | 'certificate' | 'status' | 'close';
  receiptId: string;
};

export type SandboxAnswer = { status: number; body: unknown };

/**
 * Stands between a request and its answer: may wait, change the answer, answer without doing
 * anything, or `drop` the connection before or after it was done.
 */
export type Intercept = (call: SandboxCall, answer: () => Promise<SandboxAnswer>) => Promise<SandboxAnswer | 'drop'>;

/**
 * Through this object tests make a running stand-in misbehave; nothing of it can be reached over
 * HTTP.
 */
export type Steering = {
  intercept?: Intercept | undefined;
  /** Faults by chance, in addition to what `intercept` does. */
  chance?: Intercept | undefined;
  /**
   * After how many milliseconds the next webhook goes out, once for each number; at once without
   * it.
   */
  webhookTimes?: (() => readonly number[]) | undefined;
  /**
   * How the stand-in reads its own documents. Can be changed at any time and counts from the next
   * call on.
   */
  quirks: Quirks;
  /** Readings that differ for one receipt, by chance. */
  quirksByChance?: ((receiptId: string) => Partial<Quirks>) | undefined;
};

/** The readings for one receipt as they are now. */
export function quirksOf(steering: Steering, receiptId: string): Quirks {
  return { ...steering.quirks, ...steering.quirksByChance?.(receiptId) };
}

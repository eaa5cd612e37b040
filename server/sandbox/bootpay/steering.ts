/** One request to the stand-in: which, and about which receipt. */
export type SandboxCall = {
  endpoint: 'token' | 'receipt' | 'confirm' | 'cancel' | 'status' | 'close';
  receiptId: string;
};

export type SandboxAnswer = { status: number; body: unknown };

/**
 * Stands between a request and its answer: may wait, change the answer, answer without doing anything, or `drop` the
 * connection before or after it was done.
 */
export type Intercept = (call: SandboxCall, answer: () => Promise<SandboxAnswer>) => Promise<SandboxAnswer | 'drop'>;

/** Through this object tests make a running stand-in misbehave; nothing of it can be reached over HTTP. */
export type Steering = {
  intercept?: Intercept | undefined;
  /** Misfortune by chance (`faults.ts`), beside whatever `intercept` does. */
  chance?: Intercept | undefined;
  /** After how many milliseconds the next webhook goes out, once for each number; at once without it. */
  webhookTimes?: (() => readonly number[]) | undefined;
};

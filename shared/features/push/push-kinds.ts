/** Occasions of a push to administrators. */
export const PUSH_KINDS = ['message', 'order', 'refund'] as const;
export type PushKind = (typeof PUSH_KINDS)[number];

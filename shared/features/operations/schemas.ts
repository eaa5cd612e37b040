import { z } from 'zod';
import { timestamp } from '#shared/contract/fields.ts';

export const OPERATION_PARTS = ['mail', 'kakao', 'sms', 'payment', 'jobs', 'backup', 'files', 'database'] as const;
export type OperationPart = (typeof OPERATION_PARTS)[number];

/** `off`: not set up. `warning`: it works, and a person should look. `failed`: customers or staff notice it. */
export const OPERATION_STATES = ['ok', 'warning', 'failed', 'off'] as const;

/** One part of the running shop (contract §9). */
export const operation = z.object({
  part: z.enum(OPERATION_PARTS),
  state: z.enum(OPERATION_STATES),
  /** Since when it is not ok, where that is known. */
  since: timestamp.nullable(),
  /** Cause and effect, for a person. */
  text: z.string(),
  todo: z.string().nullable(),
});
export type Operation = z.infer<typeof operation>;

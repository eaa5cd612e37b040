import { z } from 'zod';
import { id, timestamp } from '#shared/contract/fields.ts';
import { shares } from '#shared/features/participants/share-schemas.ts';
import { CASE_ROLES, PARTICIPANT_ROLES, PARTICIPANT_STATES } from '#shared/rules/case-access/areas.ts';

/** Who reads the case: `both` is a buyer who is the soldier (contract §8). */
export const caseRole = z.enum(CASE_ROLES);

/** A person with a part in a case; the client reads besides what the payer may see. */
export const participant = z.object({
  id,
  role: z.enum(PARTICIPANT_ROLES),
  state: z.enum(PARTICIPANT_STATES),
  /** Of the account; of an invited client, the soldier's. */
  name: z.string(),
  joined_at: timestamp.nullable(),
  ...shares.partial().shape,
});
export type Participant = z.infer<typeof participant>;

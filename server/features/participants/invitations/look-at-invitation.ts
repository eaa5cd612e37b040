import { FIRM } from '#content/firm.ts';
import { AppError } from '#server/lib/errors.ts';
import { consumeFrom } from '#server/lib/limits/consume.ts';
import { MINUTE_MS } from '#server/lib/time.ts';
import type { LookAnswer } from '#shared/features/participants/invitation-schemas.ts';
import type { ParticipantDeps } from '../participant-deps.ts';
import { findInvitation } from './invitations.queries.ts';

/** Per client address. */
const LOOKS = { name: 'invitation-look', points: 60, windowMs: 10 * MINUTE_MS };

/** The family name alone: the link may have been forwarded. */
function familyName(fullname: string): string {
  return `${[...fullname.trim()][0] ?? '○'}○○`;
}

/**
 * Reads who invites by a link, without spending it.
 * @throws AppError INVITATION_INVALID for every link that is not open, TOO_MANY_REQUESTS
 */
export async function lookAtInvitation(
  { db, clock }: ParticipantDeps,
  token: string,
  address: string,
): Promise<LookAnswer> {
  await consumeFrom(db, LOOKS, address);
  const found = await findInvitation(db, token);
  if (found?.state !== 'open' || found.expires_at <= clock.now()) throw new AppError('INVITATION_INVALID');
  const inviter = await db
    .selectFrom('users')
    .select('users.fullname')
    .where('users.id', '=', found.invited_by)
    .executeTakeFirst();
  return { firm: FIRM.name, inviter: familyName(inviter?.fullname ?? '') };
}

import type { Selectable } from 'kysely';
import type { StaffInvitationsTable } from '#server/db/tables.ts';
import type { Db, DbOrTrx, Trx } from '#server/db/transaction.ts';
import { adminName } from '#server/http/acting-admin.ts';
import { hashToken } from '#server/lib/tokens.ts';
import { wireTime } from '#server/lib/wire-time.ts';
import type { StaffInvitation } from '#shared/features/accounts/invitation-schemas.ts';

export type Invitation = Selectable<StaffInvitationsTable>;

/** Reads the open invitations, newest first. */
export async function listInvitations(db: Db, now: Date): Promise<StaffInvitation[]> {
  const rows = await db
    .selectFrom('staff_invitations as sent')
    .innerJoin('users', 'users.id', 'sent.invited_by')
    .select(['sent.id', 'sent.email', 'sent.fullname', 'sent.permissions', 'sent.created_at', 'sent.expires_at'])
    .select(['users.user_id as inviter_login', 'users.fullname as inviter_name'])
    .where('sent.expires_at', '>', now)
    .orderBy('sent.id', 'desc')
    .execute();
  return rows.map(({ inviter_login, inviter_name, created_at, expires_at, ...row }) => ({
    ...row,
    invited_by: adminName(inviter_login, inviter_name),
    created_at: wireTime(created_at),
    expires_at: wireTime(expires_at),
  }));
}

/** Finds the open invitation of a mailed link. */
export function findInvitation(db: DbOrTrx, token: string, now: Date): Promise<Invitation | undefined> {
  return db
    .selectFrom('staff_invitations')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Spends an invitation: of concurrent uses one gets the row. */
export function takeInvitation(trx: Trx, token: string, now: Date): Promise<Invitation | undefined> {
  return trx
    .deleteFrom('staff_invitations')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
}

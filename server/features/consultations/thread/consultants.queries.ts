import type { DbOrTrx } from '#server/db/transaction.ts';
import { isPermitted } from '#server/http/permitted.ts';

const consultants = (db: DbOrTrx) =>
  db.selectFrom('users').select(['id', 'fullname', 'user_id', 'email']).where(isPermitted('consultations'));

/** An administrator who can be given a conversation, or undefined. */
export function findConsultant(db: DbOrTrx, userId: number) {
  return consultants(db).where('id', '=', userId).executeTakeFirst();
}

/** All who can be given a conversation, by name. */
export function listConsultants(db: DbOrTrx) {
  return consultants(db).orderBy('fullname').orderBy('id').execute();
}

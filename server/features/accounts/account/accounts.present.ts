import type { Actor } from '#server/http/session.ts';
import type { Account } from '#shared/features/accounts/schemas.ts';

export function presentAccount(account: Actor): Account {
  return { ...account, created_at: account.created_at.toISOString() };
}

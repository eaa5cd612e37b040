import type { Actor } from '#server/http/session.ts';
import type { Account } from '#shared/contract/accounts.ts';

export function presentAccount(account: Actor): Account {
  return { ...account, created_at: account.created_at.toISOString() };
}

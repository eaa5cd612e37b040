import type { Rights } from '#server/http/rights.ts';
import type { Actor } from '#server/http/session.ts';
import { wireTime } from '#server/lib/wire-time.ts';
import type { MyAccount } from '#shared/features/accounts/schemas.ts';

export function presentAccount(account: Actor, rights: Rights, requiresSecondFactor: boolean): MyAccount {
  return {
    ...account,
    created_at: wireTime(account.created_at),
    permissions: [...rights.permissions],
    second_factor_required: account.role === 'admin' && requiresSecondFactor,
    has_second_factor: rights.hasSecondFactor,
    password_change_required: rights.mustChangePassword,
  };
}

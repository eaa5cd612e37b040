import type { Selectable } from 'kysely';
import type { SecondFactorsTable } from '#server/db/tables.ts';
import { wireTime, wireTimeOrNull } from '#server/lib/wire-time.ts';
import type { SecondFactor } from '#shared/features/accounts/factor-schemas.ts';
import type { RecoveryState } from './recovery-codes.ts';

type Row = Pick<Selectable<SecondFactorsTable>, 'id' | 'kind' | 'name' | 'created_at' | 'last_used_at'>;

const RECOVERY_NAME = '복구 코드';

export function presentFactor({ id, kind, name, created_at, last_used_at }: Row): SecondFactor {
  return { id, kind, name, created_at: wireTime(created_at), last_used_at: wireTimeOrNull(last_used_at) };
}

export function presentRecovery({ created_at, last_used_at, left }: RecoveryState): SecondFactor {
  const times = { created_at: wireTime(created_at), last_used_at: wireTimeOrNull(last_used_at) };
  return { id: 0, kind: 'recovery', name: RECOVERY_NAME, ...times, left };
}

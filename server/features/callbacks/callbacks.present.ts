import { wireTime, wireTimeOrNull } from '#server/lib/wire-time.ts';
import type { AdminCallback } from '#shared/features/callbacks/schemas.ts';
import type { ListedCallRow } from './callbacks.queries.ts';

export function presentCallback({ starts_at, ends_at, contacted_at, ...call }: ListedCallRow): AdminCallback {
  return {
    ...call,
    starts_at: wireTime(starts_at),
    ends_at: wireTime(ends_at),
    contacted_at: wireTimeOrNull(contacted_at),
  };
}

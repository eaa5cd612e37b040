import { deviceLabel } from '#server/lib/user-agent.ts';
import { wireTime } from '#server/lib/wire-time.ts';
import type { OpenSession } from '#shared/features/accounts/session-schemas.ts';
import type { SessionRow } from './sessions.queries.ts';

export function presentSession(
  { id, address, user_agent, created_at, last_used_at }: SessionRow,
  currentId: number,
): OpenSession {
  return {
    id,
    is_current: id === currentId,
    device: deviceLabel(user_agent),
    address,
    created_at: wireTime(created_at),
    last_used_at: wireTime(last_used_at),
  };
}

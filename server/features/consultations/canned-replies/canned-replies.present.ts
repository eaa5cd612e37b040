import { wireTime } from '#server/lib/wire-time.ts';
import type { CannedReply } from '#shared/features/consultations/admin-schemas.ts';
import type { CannedReplyRow } from './canned-replies.queries.ts';

export function presentCannedReply({ created_at, updated_at, ...reply }: CannedReplyRow): CannedReply {
  return { ...reply, created_at: wireTime(created_at), updated_at: wireTime(updated_at) };
}

import { wireTime, wireTimeOrNull } from '#server/lib/wire-time.ts';
import type { AdminNotice } from '#shared/features/notices/admin-schemas.ts';
import { formatPhone } from '#shared/format/phone.ts';
import type { NoticeRow } from './notices.admin-queries.ts';

/** A phone number with its middle hidden, or an address with most of its name. */
function masked(recipient: string): string {
  const at = recipient.lastIndexOf('@');
  if (at >= 0) return `${recipient.slice(0, Math.min(2, at >> 1))}***${recipient.slice(at)}`;
  const [head = '', ...rest] = formatPhone(recipient).split('-');
  const tail = rest.at(-1) ?? '';
  return tail ? `${head}-****-${tail}` : '';
}

export function presentNotice({
  recipient,
  created_at,
  delivered_at,
  needs_attention,
  ...notice
}: NoticeRow): AdminNotice {
  return {
    ...notice,
    recipient: masked(recipient),
    needsAttention: notice.state === 'failed' && needs_attention,
    created_at: wireTime(created_at),
    delivered_at: wireTimeOrNull(delivered_at),
  };
}

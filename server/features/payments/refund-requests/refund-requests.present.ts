import { staffName } from '#server/http/staff.ts';
import { wireTime, wireTimeOrNull } from '#server/lib/wire-time.ts';
import type { RefundRequestListItem } from '#shared/features/payments/admin-refund-schemas.ts';
import type { RefundRequestListRow } from './refund-requests.queries.ts';

export function presentRefundRequest({
  state,
  decider_login,
  decider_name,
  ...request
}: RefundRequestListRow): RefundRequestListItem {
  return {
    ...request,
    status: state,
    created_at: wireTime(request.created_at),
    decided_at: wireTimeOrNull(request.decided_at),
    decided_by: decider_login === null ? null : staffName(decider_login, decider_name),
  };
}

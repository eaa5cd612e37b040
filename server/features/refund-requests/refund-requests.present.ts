import type { RefundRequestListItem } from '#shared/contract/admin-refund-requests.ts';
import type { RefundRequestListRow } from './refund-requests.queries.ts';

export function presentRefundRequest({
  state,
  decider_login,
  decider_name,
  ...request
}: RefundRequestListRow): RefundRequestListItem {
  const name = decider_name ? `${decider_login} (${decider_name})` : decider_login;
  return {
    ...request,
    status: state,
    created_at: request.created_at.toISOString(),
    decided_at: request.decided_at?.toISOString() ?? null,
    decided_by: name,
  };
}

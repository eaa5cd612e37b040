import { readRequestNote, readRequestReason, type TextReader } from '#server/features/orders/order-texts.ts';
import { adminName } from '#server/http/acting-admin.ts';
import { wireTime, wireTimeOrNull } from '#server/lib/wire-time.ts';
import type { RefundRequestListItem } from '#shared/features/payments/admin-refund-schemas.ts';
import { refundDueOn } from '#shared/rules/payments/refund-deadline.ts';
import type { RefundRequestListRow } from './refund-requests.queries.ts';

export function presentRefundRequest(row: RefundRequestListRow, texts: TextReader): RefundRequestListItem {
  const { state, decider_login, decider_name, reason_sealed: _reason, note_sealed: _note, ...request } = row;
  return {
    ...request,
    reason: readRequestReason(texts, row),
    note: readRequestNote(texts, row),
    status: state,
    created_at: wireTime(request.created_at),
    due_on: refundDueOn(request.created_at),
    decided_at: wireTimeOrNull(request.decided_at),
    decided_by: decider_login === null ? null : adminName(decider_login, decider_name),
  };
}

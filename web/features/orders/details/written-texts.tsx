import type { Order } from '#shared/features/orders/schemas.ts';
import { formatDay } from '#shared/format/dates.ts';
import { DetailRow } from '#web/ui/details.tsx';

type Props = { order: Pick<Order, 'case_description' | 'deadline_on' | 'contact_window'> };

/** Rows with what the buyer added to the order. */
export function WrittenTexts({ order: { case_description, deadline_on, contact_window } }: Props) {
  return (
    <>
      {deadline_on && <DetailRow label="출석일·기한">{formatDay(deadline_on)}</DetailRow>}
      {contact_window && <DetailRow label="통화 희망 시간">{contact_window}</DetailRow>}
      {case_description && (
        <DetailRow label="신청 내용">
          <span className="whitespace-pre-line break-words">{case_description}</span>
        </DetailRow>
      )}
    </>
  );
}

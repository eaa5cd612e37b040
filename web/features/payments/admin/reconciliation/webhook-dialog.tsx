import type { AdminWebhook } from '#shared/features/payments/admin-discrepancy-schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { formatWon } from '#shared/rules/price.ts';
import { DetailRow, Details } from '#web/ui/details.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Handled } from './handled-cell.tsx';

type Props = { webhook: AdminWebhook; isOpen: boolean; onClose: () => void };

/** One unmatched webhook with all that it says. */
export function WebhookDialog({ webhook, isOpen, onClose }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="주문과 연결되지 않은 알림">
      <Details>
        <DetailRow label="결제 번호">
          <span className="break-all">{webhook.receipt_id}</span>
        </DetailRow>
        <DetailRow label="알림의 주문 번호">
          <span className="break-all">{webhook.order_number || '없음'}</span>
        </DetailRow>
        <DetailRow label="종류">{webhook.webhook_type || '없음'}</DetailRow>
        <DetailRow label="알림의 금액">{webhook.price === null ? '없음' : formatWon(webhook.price)}</DetailRow>
        <DetailRow label="받은 횟수">{`${webhook.times_received}번`}</DetailRow>
        <DetailRow label="처음 받은 일시">{formatDateTime(webhook.received_at)}</DetailRow>
        <DetailRow label="마지막 일시">{formatDateTime(webhook.last_received_at)}</DetailRow>
        <DetailRow label={webhook.handled_at ? '처리' : '확인 결과'}>
          <Handled row={webhook} />
        </DetailRow>
      </Details>
    </Dialog>
  );
}

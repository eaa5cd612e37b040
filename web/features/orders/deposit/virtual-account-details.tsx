import type { VirtualAccount } from '#shared/features/orders/schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { formatWon } from '#shared/rules/price.ts';
import { DetailRow, Details } from '#web/ui/details.tsx';
import { CopyButton } from '#web/ui/sharing/copy-button.tsx';

type Props = { account: VirtualAccount; priceWon: number };

/** The account to pay a pending order into. */
export function VirtualAccountDetails({ account, priceWon }: Props) {
  return (
    <Details>
      <DetailRow label="입금 은행">{account.bank_name}</DetailRow>
      <DetailRow label="계좌번호">
        <span className="font-semibold text-ink-900 tabular-nums">{account.account_number}</span>
        <CopyButton text={account.account_number} subject="계좌번호" />
      </DetailRow>
      <DetailRow label="예금주">{account.holder}</DetailRow>
      <DetailRow label="입금할 금액">
        <span className="font-semibold text-brass-600 tabular-nums">{formatWon(priceWon)}</span>
      </DetailRow>
      {account.expires_at && <DetailRow label="입금 기한">{formatDateTime(account.expires_at)}까지</DetailRow>}
    </Details>
  );
}

import { useEffect } from 'react';
import type { OrderDetail } from '#shared/features/orders/schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { LAST_CASE_KEY } from '#shared/platform/offline.ts';
import { formatWon } from '#shared/rules/price.ts';
import { serverNow } from '#web/lib/browsers/server-clock.ts';
import { writeStored } from '#web/lib/storage/storage.ts';
import { nextStep } from './next-step.ts';

type Row = readonly [name: string, value: string];

/** Lists what may have to be looked up without a network. The service stays out: others may hold the device. */
function rowsOf(order: OrderDetail): Row[] {
  const step = nextStep(order, serverNow());
  const account = order.payment?.virtual_account;
  return [
    ['주문 번호', order.order_number],
    ...(step === undefined ? [] : [['다음', step] as const]),
    ...(account && order.price !== null
      ? [
          ['입금 계좌', `${account.bank_name} ${account.account_number} (${account.holder})`] as const,
          ['입금할 금액', formatWon(order.price)] as const,
        ]
      : []),
    ...(account?.expires_at ? [['입금 기한', `${formatDateTime(account.expires_at)}까지`] as const] : []),
  ];
}

/** Keeps the case that was read last on the device, for the offline page; a logout deletes it. */
export function useRememberCase(order: OrderDetail, accountId: number): void {
  useEffect(() => {
    writeStored('localStorage', LAST_CASE_KEY, JSON.stringify({ accountId, rows: rowsOf(order) }));
  }, [order, accountId]);
}

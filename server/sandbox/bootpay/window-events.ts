import { type SandboxReceipt, STATUS } from './receipt.ts';

/**
 * A message to the client SDK, or the query of the address that a redirected window comes back to.
 */
export type WindowResult = { event: string } & Record<string, unknown>;

/**
 * The first messages of the hidden frame to the SDK: where the window is, and what to poll while it
 * is open.
 */
export function messagesFor(receipt: SandboxReceipt, base: string): Record<string, unknown>[] {
  const { receipt_id, order_name: name, price } = receipt;
  const url = `${base}/pay/${receipt_id}`;
  if (receipt.open_type === 'redirect') return [{ event: 'redirect', url }];
  return [
    { event: 'popup', url, receipt_id, name, price },
    { event: 'polling', receipt_id, gateway_url: base },
  ];
}

/** The payment waits for the shop's approval, is paid, or has got its virtual account. */
export function succeeded(receipt: SandboxReceipt, base: string): WindowResult {
  const { receipt_id, order_id, price, status } = receipt;
  if (status === STATUS.approvable) return { event: 'confirm', receipt_id, order_id, gateway_url: base };
  const event = status === STATUS.issued ? 'issued' : 'done';
  return { event, data: { receipt_id, order_id, price, status } };
}

export const refused = (): WindowResult => ({
  event: 'error',
  error_code: 'RC_PG_PAYMENT_DENIED',
  pg_error_code: '8037',
  message: '카드사에서 결제를 거절했습니다.',
});

export const closed = (): WindowResult => ({
  event: 'cancel',
  error_code: 'RC_CLOSE_WINDOW',
  message: '사용자가 결제창을 닫았습니다.',
});

/** The result together with the address that a redirected window goes to with it. */
export function withRedirect(event: WindowResult, receipt: Pick<SandboxReceipt, 'open_type' | 'redirect_url'>) {
  if (receipt.open_type !== 'redirect' || !receipt.redirect_url) return { event };
  const { data, gateway_url: gateway, ...fields } = event;
  const address = new URL(receipt.redirect_url);
  const values = {
    ...fields,
    ...(typeof gateway === 'string' && { gateway_url: new URL(gateway, address).href }),
    ...(typeof data === 'object' && data),
  };
  for (const [name, value] of Object.entries(values)) address.searchParams.set(name, String(value));
  return { event, redirect_url: address.href };
}

import type { SandboxMethod } from '#server/sandbox/bootpay/receipt.ts';
import { SANDBOX_PATH } from '#shared/platform/payment-hosts.ts';
import { send } from '#tests/support/app/http-browser.ts';
import { encryptForProvider } from '#tests/support/providers/provider-form.ts';

/** URL of the provider, and the shop's public key. */
export type Provider = { url: string; clientKey: string };

export type Payment = {
  orderNumber: string;
  priceWon: number;
  /** False: the buyer's consent captures at once, as at providers without split approval. */
  isSeparatelyConfirmed?: boolean;
  method?: SandboxMethod;
  /** Holds what the buyer's browser changed in the request, as in `{ tax_free: 350000 }`. */
  tampered?: Record<string, unknown>;
};

const RECEIPT_ID = /[0-9a-f]{24}/;

async function post({ url }: Provider, path: string, contentType: string, body: string): Promise<string> {
  const headers = { 'content-type': contentType };
  const answer = await send(new URL(`${SANDBOX_PATH}${path}`, url), { method: 'POST', headers, body });
  if (answer.status >= 400) throw new Error(`${path}: ${answer.status} ${answer.body.slice(0, 200)}`);
  return answer.body;
}

/**
 * Pays at the provider like its client SDK and its payment page: opens a window, chooses a method,
 * agrees and pays. Returns the receipt.
 */
export async function payAtProvider(provider: Provider, payment: Payment): Promise<string> {
  const { orderNumber, priceWon, isSeparatelyConfirmed = true, method = 'card', tampered } = payment;
  const form = encryptForProvider({
    client_key: provider.clientKey,
    order_id: orderNumber,
    order_name: '법률 상담',
    price: priceWon,
    tax_free: 0,
    items: [{ id: '1', name: '법률 상담', qty: 1, price: priceWon }],
    extra: { open_type: 'popup', separately_confirmed: isSeparatelyConfirmed, timeout: 30 },
    ...tampered,
  });
  const fields = new URLSearchParams(form).toString();
  const page = await post(provider, '/v2/request/payment', 'application/x-www-form-urlencoded', fields);
  const receiptId = RECEIPT_ID.exec(page)?.[0];
  if (!receiptId) throw new Error(`no payment window: ${page.slice(0, 200)}`);
  await post(provider, `/pay/${receiptId}/approve`, 'application/json', JSON.stringify({ method, has_agreed: true }));
  return receiptId;
}

/** Deposits on the virtual account of a receipt. */
export async function depositAtProvider(provider: Provider, receiptId: string): Promise<void> {
  await post(provider, `/receipt/${receiptId}/deposit`, 'application/json', '{}');
}

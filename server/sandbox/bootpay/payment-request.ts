import { createDecipheriv } from 'node:crypto';
import { z } from 'zod';
import { ProviderError } from './provider-error.ts';

/** Holds what the client SDK posts as a form. */
export const encryptedForm = z.object({ payload: z.string().min(1), token: z.string().min(1) });
export type EncryptedForm = z.infer<typeof encryptedForm>;

/**
 * Decrypts a request. The client SDK sends key and vector with the data, so this is no
 * protection.
 */
export function decryptForm({ payload, token }: EncryptedForm): unknown {
  const [key = '', iv = ''] = token.split('##');
  const decipher = createDecipheriv('aes-256-cbc', Buffer.from(key, 'base64'), Buffer.from(iv, 'base64'));
  return JSON.parse(Buffer.concat([decipher.update(payload, 'base64'), decipher.final()]).toString('utf8'));
}

const text = z.string().trim().min(1).max(200);
const record = z.record(z.string(), z.unknown()).nullish();

const paymentRequest = z.object({
  client_key: z.string().nullish(),
  application_id: z.string().nullish(),
  order_id: text.max(100),
  order_name: text.max(100).regex(/^[^"'\\,\p{Extended_Pictographic}]*$/u),
  price: z.number().int(),
  tax_free: z.number().int().min(0).nullish(),
  tk: z.string().max(200).nullish(),
  redirect_url: z.url({ protocol: /^https?$/ }).nullish(),
  items: z.array(z.object({ id: text, name: text, qty: z.number(), price: z.number() })).nullish(),
  user: record,
  metadata: record,
  extra: z
    .object({
      open_type: z.enum(['popup', 'redirect', 'iframe']).nullish(),
      separately_confirmed: z.boolean().nullish(),
      timeout: z.number().min(1).max(120).nullish(),
      deposit_expiration: z.string().nullish(),
    })
    .nullish(),
});

/** The request for a payment window as the client SDK makes it. */
export type PaymentRequest = z.infer<typeof paymentRequest>;

const MIN_PRICE_WON = 100;

/**
 * Opens what the client SDK has posted.
 * @throws ProviderError for what cannot be read, an amount that is too small, and items that do not
 * add up
 */
export function readPaymentRequest(form: EncryptedForm): PaymentRequest {
  const request = parse(form);
  if (request.price < MIN_PRICE_WON) throw new ProviderError('RC_PRICE_LEAST_LT');
  if (request.items) {
    const total = request.items.reduce((sum, item) => sum + item.qty * item.price, 0);
    if (total !== request.price) throw new ProviderError('NEED_ITEM_TOTAL_PRICE_NOT_MATCH');
  }
  return request;
}

function parse(form: EncryptedForm): PaymentRequest {
  try {
    return paymentRequest.parse(decryptForm(form));
  } catch {
    throw new ProviderError('INVALID_REQUEST_PARAMS');
  }
}

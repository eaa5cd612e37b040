import { createDecipheriv } from 'node:crypto';
import { z } from 'zod';
import { type OpenType, SandboxRefusal } from './receipt.ts';

/** The opening of a payment window as the client SDK sends it, checked. */
export type PaymentRequest = {
  orderId: string;
  orderName: string;
  price: number;
  applicationId: string;
  openType: OpenType;
  separatelyConfirmed: boolean;
  redirectUrl: string | undefined;
  buyerName: string;
  timeoutMinutes: number;
};

const DEFAULT_TIMEOUT_MINUTES = 30;

const form = z.object({ payload: z.string().min(1), token: z.string().regex(/^[^#]+##[^#]+$/) });

const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined);

const clearText = z.object({
  client_key: optional(z.string()),
  application_id: optional(z.string()),
  order_id: optional(z.string()),
  order_name: optional(z.string()),
  price: optional(z.number()),
  redirect_url: optional(z.string()),
  items: optional(z.array(z.object({ id: z.string(), name: z.string(), qty: z.number(), price: z.number() }))),
  user: optional(z.object({ username: optional(z.string()) })),
  extra: optional(
    z.object({
      open_type: optional(z.enum(['popup', 'redirect', 'iframe'])),
      separately_confirmed: optional(z.boolean()),
      timeout: optional(z.number().positive()),
    }),
  ),
});
type ClearText = z.output<typeof clearText>;

/** The form carries AES-256-CBC in base64, and its own key and vector as `key##vector`. */
function decrypt(body: unknown): unknown {
  const { payload, token } = form.parse(body);
  const [key = '', vector = ''] = token.split('##');
  const decipher = createDecipheriv('aes-256-cbc', Buffer.from(key, 'base64'), Buffer.from(vector, 'base64'));
  const bytes = Buffer.concat([decipher.update(Buffer.from(payload, 'base64')), decipher.final()]);
  return JSON.parse(bytes.toString('utf8'));
}

function readForm(body: unknown): ClearText {
  try {
    return clearText.parse(decrypt(body));
  } catch {
    throw new SandboxRefusal(400, 'INVALID_REQUEST_PARAMS', '결제 요청을 읽을 수 없습니다.');
  }
}

function checkItems({ items }: ClearText, price: number): void {
  if (!items || items.length === 0) return;
  const total = items.reduce((sum, item) => sum + item.qty * item.price, 0);
  if (total !== price) {
    const message = '결제 금액이 상품 금액의 합과 일치하지 않습니다.';
    throw new SandboxRefusal(400, 'NEED_ITEM_TOTAL_PRICE_NOT_MATCH', message);
  }
}

/** Back to the shop that opened the window and nowhere else, so that the sandbox sends nobody to a foreign site. */
function checkRedirect({ redirect_url: url }: ClearText, openType: OpenType, host: string): string | undefined {
  if (url !== undefined && URL.canParse(url) && new URL(url).host === host) return url;
  if (openType !== 'redirect') return undefined;
  throw new SandboxRefusal(400, 'INVALID_REQUEST_PARAMS', '결제 후 돌아갈 주소가 올바르지 않습니다.');
}

/**
 * Reads and checks the form that the client SDK posts.
 * @throws SandboxRefusal with the provider's code
 */
export function readPaymentRequest(body: unknown, clientKey: string, host: string): PaymentRequest {
  const request = readForm(body);
  const key = request.client_key ?? request.application_id;
  if (key === undefined) throw new SandboxRefusal(400, 'NEED_CLIENT_KEY', 'Client Key가 필요합니다.');
  if (key !== clientKey) throw new SandboxRefusal(400, 'CLIENT_KEY_NOT_FOUND', '등록되지 않은 Client Key입니다.');
  const { order_id: orderId, order_name: orderName, price, extra } = request;
  if (!orderId || !orderName || price === undefined) {
    throw new SandboxRefusal(400, 'NEED_MORE_PARAMS', '결제 요청에 필요한 정보가 빠졌습니다.');
  }
  if (!Number.isSafeInteger(price) || price < 1) {
    throw new SandboxRefusal(400, 'INVALID_REQUEST_PARAMS', '결제 금액은 1원 이상이어야 합니다.');
  }
  checkItems(request, price);
  const openType = extra?.open_type ?? 'redirect';
  return {
    orderId,
    orderName,
    price,
    applicationId: key,
    openType,
    separatelyConfirmed: extra?.separately_confirmed ?? false,
    redirectUrl: checkRedirect(request, openType, host),
    buyerName: request.user?.username ?? '테스트 구매자',
    timeoutMinutes: extra?.timeout ?? DEFAULT_TIMEOUT_MINUTES,
  };
}

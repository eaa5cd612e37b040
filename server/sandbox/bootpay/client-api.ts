import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Clock } from '#server/lib/clock.ts';
import type { IdentityDesk } from './identity/identity-desk.ts';
import type { MerchantAuth } from './merchant-auth.ts';
import { endPage, messengerPage, paymentPage, receiptPage } from './pages.ts';
import { isMethod, type PaymentDesk } from './payment-desk.ts';
import { encryptedForm, type PaymentRequest, readPaymentRequest } from './payment-request.ts';
import { ProviderError } from './provider-error.ts';
import { type SandboxReceipt, STATUS, statusAt } from './receipt.ts';
import { answer, parseBody } from './server-api.ts';
import type { Steering } from './steering.ts';
import { closed, messagesFor, refused, succeeded, type WindowResult, withRedirect } from './window-events.ts';

type Options = {
  desk: PaymentDesk;
  identityDesk: IdentityDesk;
  auth: MerchantAuth;
  steering: Steering;
  clock: Clock;
  present: (receipt: SandboxReceipt) => Record<string, unknown>;
};

type ById = { Params: { receiptId: string } };

export function sendPage(reply: FastifyReply, page: string, status = 200): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').send(page);
}

/** A window that comes back to an address may only come back to the shop it was opened from. */
export function checkRedirect(request: Pick<PaymentRequest, 'extra' | 'redirect_url'>, host: string): void {
  if (request.extra?.open_type !== 'redirect') return;
  if (!request.redirect_url || new URL(request.redirect_url).host !== host) {
    throw new ProviderError('INVALID_REQUEST_PARAMS');
  }
}

/** Registers what the provider's client SDK calls from the buyer's browser. */
export function registerClientApi(app: FastifyInstance, options: Options): void {
  const { desk, identityDesk, auth, steering, clock, present } = options;

  app.post('/v2/request/payment', async (request, reply) => {
    try {
      const wish = readPaymentRequest(parseBody(encryptedForm, request.body));
      if (!auth.isOwnKey(wish)) throw new ProviderError('APP_KEY_NOT_FOUND');
      checkRedirect(wish, request.host);
      const receipt = await desk.find(await desk.open(wish));
      // In a frame the page is shown at once; otherwise the hidden frame sends the SDK the address.
      if (receipt.open_type === 'iframe') return sendPage(reply, paymentPage(app.prefix, receipt, 'iframe'));
      return sendPage(reply, messengerPage(app.prefix, messagesFor(receipt, app.prefix)));
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const { error_code, message } = error.body;
      return sendPage(reply, messengerPage(app.prefix, [{ event: 'error', error_code, message }]));
    }
  });

  app.get<ById & { Querystring: { tk?: string } }>('/s/:receiptId', (request, reply) => {
    const { receiptId } = request.params;
    return answer(steering, { endpoint: 'status', receiptId }, reply, async () => {
      const authentication = await identityDesk.peek(receiptId);
      if (authentication) return { receipt_id: receiptId, status: authentication.status };
      const receipt = await desk.find(receiptId);
      const isKeyed = receipt.transaction_key !== '';
      if (isKeyed && receipt.transaction_key !== request.query.tk) throw new ProviderError('RC_NOT_FOUND');
      return present(receipt);
    });
  });

  app.put<ById>('/v2/close/:receiptId', (request, reply) => {
    const { receiptId } = request.params;
    return answer(steering, { endpoint: 'close', receiptId }, reply, async () => {
      const { status } = (await identityDesk.fail(receiptId)) ?? (await desk.fail(receiptId));
      return { receipt_id: receiptId, status };
    });
  });

  // Statistics of the client SDK; the stand-in keeps none.
  app.post('/event', async () => ({ status: 200 }));

  registerBuyerPages(app, desk, clock);
  registerBuyerActs(app, desk);
}

function registerBuyerPages(app: FastifyInstance, desk: PaymentDesk, clock: Clock): void {
  app.get<ById>('/pay/:receiptId', async (request, reply) => {
    const receipt = await desk.find(request.params.receiptId);
    if (statusAt(receipt, clock.now()) !== STATUS.waiting) {
      return sendPage(
        reply,
        endPage(app.prefix, '결제가 끝났습니다', '이 창을 닫고 처음 화면에서 결과를 확인해주세요.'),
      );
    }
    return sendPage(reply, paymentPage(app.prefix, receipt, receipt.open_type));
  });

  app.get<ById>('/receipt/:receiptId', async (request, reply) => {
    const receipt = await desk.find(request.params.receiptId);
    return sendPage(reply, receiptPage(app.prefix, receipt, clock.now()));
  });

  app.post<ById>('/receipt/:receiptId/deposit', async (request, reply) => {
    const { receiptId } = request.params;
    await desk.deposit(receiptId);
    return reply.redirect(`${app.prefix}/receipt/${receiptId}`, 303);
  });
}

/** Registers what the buyer does on the payment page. */
function registerBuyerActs(app: FastifyInstance, desk: PaymentDesk): void {
  async function end(receiptId: string, work: () => Promise<WindowResult>) {
    const result = await work();
    return withRedirect(result, await desk.find(receiptId));
  }

  app.post<ById & { Body: { method?: unknown; has_agreed?: unknown } | undefined }>(
    '/pay/:receiptId/approve',
    (request) => {
      const { receiptId } = request.params;
      return end(receiptId, async () => {
        const { method, has_agreed: hasAgreed } = request.body ?? {};
        if (!isMethod(method)) throw new ProviderError('RC_PG_METHOD_NOT_SELECTED');
        if (hasAgreed !== true) throw new ProviderError('RC_TERMS_NOT_AGREE');
        return succeeded(await desk.authorise(receiptId, method), app.prefix);
      });
    },
  );

  app.post<ById>('/pay/:receiptId/refuse', (request) => {
    const { receiptId } = request.params;
    return end(receiptId, async () => {
      await desk.fail(receiptId);
      return refused();
    });
  });

  app.post<ById>('/pay/:receiptId/close', (request) => {
    const { receiptId } = request.params;
    return end(receiptId, async () => {
      await desk.fail(receiptId);
      return closed();
    });
  });
}

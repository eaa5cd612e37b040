import type { FastifyInstance } from 'fastify';
import { checkRedirect, sendPage } from '../client-api.ts';
import type { MerchantAuth } from '../merchant-auth.ts';
import { messengerPage } from '../pages.ts';
import { encryptedForm } from '../payment-request.ts';
import { ProviderError } from '../provider-error.ts';
import { parseBody } from '../server-api.ts';
import { closed, withRedirect } from '../window-events.ts';
import { AUTH_STATUS, type SandboxAuthentication } from './authentication.ts';
import type { IdentityDesk } from './identity-desk.ts';
import { identityEndPage, identityPage } from './identity-pages.ts';
import { readIdentityRequest, readPerson } from './identity-request.ts';

type ById = { Params: { receiptId: string } };

/** As for payments; the SDK polls the check although it knows no status of it. */
function messagesFor({ receipt_id, order_name: name, open_type }: SandboxAuthentication, base: string) {
  const url = `${base}/auth/${receipt_id}`;
  if (open_type === 'redirect') return [{ event: 'redirect', url }];
  return [
    { event: 'popup', url, receipt_id, name, price: 0 },
    { event: 'polling', receipt_id, gateway_url: base },
  ];
}

/** Identity checks, as the client SDK and the person's browser call them. */
export function registerIdentityApi(
  app: FastifyInstance,
  { desk, auth }: { desk: IdentityDesk; auth: MerchantAuth },
): void {
  app.post('/v2/request/authentication', async (request, reply) => {
    try {
      const wish = readIdentityRequest(parseBody(encryptedForm, request.body));
      if (!auth.isOwnKey(wish)) throw new ProviderError('APP_KEY_NOT_FOUND');
      checkRedirect(wish, request.host);
      const opened = await desk.open(wish);
      if (opened.open_type === 'iframe') return sendPage(reply, identityPage(app.prefix, opened, 'iframe'));
      return sendPage(reply, messengerPage(app.prefix, messagesFor(opened, app.prefix)));
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const { error_code, message } = error.body;
      return sendPage(reply, messengerPage(app.prefix, [{ event: 'error', error_code, message }]));
    }
  });

  app.get<ById>('/auth/:receiptId', async (request, reply) => {
    const found = await desk.find(request.params.receiptId);
    if (found.status !== AUTH_STATUS.waiting) return sendPage(reply, identityEndPage(app.prefix));
    return sendPage(reply, identityPage(app.prefix, found, found.open_type));
  });

  app.post<ById>('/auth/:receiptId/prove', async (request) => {
    const { receiptId } = request.params;
    const proven = await desk.prove(receiptId, readPerson(request.body));
    // The window says nothing but the receipt: the shop's server reads the rest.
    return withRedirect({ event: 'done', data: { receipt_id: receiptId } }, proven);
  });

  app.post<ById>('/auth/:receiptId/close', async (request) => {
    const { receiptId } = request.params;
    await desk.fail(receiptId);
    return withRedirect(closed(), await desk.find(receiptId));
  });
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { CancelDesk } from './cancel-desk.ts';
import { presentCertificate } from './identity/authentication.ts';
import type { IdentityDesk } from './identity/identity-desk.ts';
import type { MerchantAuth } from './merchant-auth.ts';
import type { PaymentDesk } from './payment-desk.ts';
import { ConnectionBroken, ProviderError } from './provider-error.ts';
import type { SandboxReceipt } from './receipt.ts';
import { quirksOf, type SandboxAnswer, type SandboxCall, type Steering } from './steering.ts';

type Options = {
  desk: PaymentDesk;
  cancelDesk: CancelDesk;
  identityDesk: IdentityDesk;
  auth: MerchantAuth;
  steering: Steering;
  present: (receipt: SandboxReceipt) => Record<string, unknown>;
};

const receiptBody = z.object({ receipt_id: z.string().min(1) });
const tokenBody = z.object({ application_id: z.string(), private_key: z.string() });
const refundAccount = z.object({
  bank_code: z.string().regex(/^\d{3}$/),
  bank_account: z.string().regex(/^\d{6,20}$/),
  bank_username: z.string().min(1),
});
const cancelBody = receiptBody.extend({
  refund: z.unknown().optional(),
  cancel_price: z.number().int().positive().nullish(),
  cancel_id: z.string().min(1).max(100).nullish(),
});

/** @throws ProviderError INVALID_REQUEST_PARAMS */
export function parseBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new ProviderError('INVALID_REQUEST_PARAMS');
  return parsed.data;
}

/** Answers one call, through the faults that a test has set. */
export async function answer(
  { intercept, chance }: Steering,
  call: SandboxCall,
  reply: FastifyReply,
  work: () => Promise<unknown>,
): Promise<FastifyReply> {
  let isDropped = false;
  async function produce(): Promise<SandboxAnswer> {
    try {
      return { status: 200, body: await work() };
    } catch (error) {
      if (error instanceof ProviderError) return { status: error.status, body: error.body };
      if (!(error instanceof ConnectionBroken)) throw error;
      isDropped = true;
      return { status: 503, body: {} };
    }
  }
  async function answerByChance(): Promise<SandboxAnswer> {
    const given = chance ? await chance(call, produce) : await produce();
    isDropped ||= given === 'drop';
    return given === 'drop' ? { status: 503, body: {} } : given;
  }
  const produced = intercept ? await intercept(call, answerByChance) : await answerByChance();
  if (isDropped || produced === 'drop') {
    reply.hijack();
    reply.raw.destroy();
    return reply;
  }
  return reply.code(produced.status).type('application/json; charset=utf-8').send(JSON.stringify(produced.body));
}

/** An answer as a proxy or a new release may make it. */
const NO_RECEIPT = { result: 'ok' };

/** The REST API that the shop's server calls through the provider's SDK. */
export function registerServerApi(app: FastifyInstance, options: Options): void {
  const { desk, cancelDesk, identityDesk, auth, steering, present } = options;

  function handle(
    request: FastifyRequest,
    reply: FastifyReply,
    call: SandboxCall,
    work: () => Promise<SandboxReceipt>,
  ) {
    return answer(steering, call, reply, async () => {
      auth.check(request.headers.authorization);
      const body = present(await work());
      return quirksOf(steering, call.receiptId).malformed ? NO_RECEIPT : body;
    });
  }

  app.post('/v2/request/token', (request, reply) =>
    answer(steering, { endpoint: 'token', receiptId: '' }, reply, async () => {
      const { application_id, private_key } = parseBody(tokenBody, request.body);
      return auth.issueToken(application_id, private_key);
    }),
  );

  app.get<{ Params: { receiptId: string } }>('/v2/receipt/:receiptId', (request, reply) => {
    const { receiptId } = request.params;
    return handle(request, reply, { endpoint: 'receipt', receiptId }, () => desk.find(receiptId));
  });

  app.get<{ Params: { receiptId: string } }>('/v2/certificate/:receiptId', (request, reply) => {
    const { receiptId } = request.params;
    return answer(steering, { endpoint: 'certificate', receiptId }, reply, async () => {
      auth.check(request.headers.authorization);
      const certificate = presentCertificate(await identityDesk.certify(receiptId));
      return quirksOf(steering, receiptId).malformed ? NO_RECEIPT : certificate;
    });
  });

  app.post('/v2/confirm', (request, reply) => {
    const { receipt_id: receiptId } = parseBody(receiptBody, request.body);
    return handle(request, reply, { endpoint: 'confirm', receiptId }, () => desk.confirm(receiptId));
  });

  app.post('/v2/cancel', (request, reply) => {
    const { receipt_id: receiptId, cancel_price, cancel_id, refund } = parseBody(cancelBody, request.body);
    return handle(request, reply, { endpoint: 'cancel', receiptId }, async () => {
      const account = refundAccount.nullish().safeParse(refund);
      if (!account.success) throw new ProviderError('RC_CANCEL_REFUND_ACCOUNT');
      return cancelDesk.cancel({
        receiptId,
        amount: cancel_price ?? null,
        cancelId: cancel_id ?? null,
        account: account.data ?? null,
      });
    });
  });
}

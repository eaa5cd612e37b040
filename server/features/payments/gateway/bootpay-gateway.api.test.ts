import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createHold, SERVER_ERROR } from '#tests/support/payments/bootpay.ts';
import { APPLICATION, type SandboxServer, startSandboxServer } from '#tests/support/providers/sandbox-server.ts';
import type { PaymentGateway } from './gateway.ts';

const PRICE = 350_000;
const UNREACHABLE = { name: 'GatewayError', kind: 'unreachable' };

let server: SandboxServer;
let gateway: PaymentGateway;
let made = 0;

beforeAll(async () => {
  server = await startSandboxServer();
  gateway = server.gateway();
});
afterEach(() => server.driver.clear());
afterAll(() => server.close());

function order(priceWon = PRICE) {
  made += 1;
  return { orderNumber: `20261121-${made}`, priceWon };
}

function cancelOf(receiptId: string, amountWon: number, cancelId = `cancel-${receiptId}-${amountWon}`) {
  return { receiptId, cancelId, amountWon, requestedBy: '관리자', reason: '고객 요청' };
}

describe('findReceipt', () => {
  it('returns the opened payment in our terms', async () => {
    const opened = order();
    const receiptId = await server.driver.openReceipt(opened);
    expect(await gateway.findReceipt(receiptId)).toEqual({
      receiptId,
      orderNumber: opened.orderNumber,
      priceWon: PRICE,
      cancelledWon: 0,
      isCancelledWonKnown: true,
      taxFreeWon: 0,
      currency: 'KRW',
      isTest: true,
      status: 'waiting',
      method: '',
      paidAt: null,
      receiptUrl: null,
      virtualAccount: null,
    });
  });

  it('follows a card payment to its capture', async () => {
    const receiptId = await server.driver.payFor(order());
    expect(await gateway.findReceipt(receiptId)).toMatchObject({ status: 'approvable', method: '카드', paidAt: null });
    await gateway.approve(receiptId);
    const paid = await gateway.findReceipt(receiptId);
    expect(paid).toMatchObject({ status: 'paid', receiptUrl: expect.stringContaining(`/receipt/${receiptId}`) });
    expect(Math.abs((paid.paidAt?.getTime() ?? 0) - server.clock.now().getTime())).toBeLessThan(1000);
  });

  it('is paid at once where the approval is not split off', async () => {
    const receiptId = await server.driver.payFor({ ...order(), isSeparatelyConfirmed: false });
    expect(await gateway.findReceipt(receiptId)).toMatchObject({ status: 'paid' });
    expect(await server.driver.ledger(receiptId)).toMatchObject([{ kind: 'capture', amount: PRICE }]);
  });

  it('shows a virtual account and its deposit', async () => {
    const receiptId = await server.driver.openReceipt(order());
    await server.driver.issueVirtualAccount(receiptId);
    expect(await gateway.findReceipt(receiptId)).toMatchObject({
      status: 'issued',
      method: '가상계좌',
      virtualAccount: {
        bankName: '신한은행',
        accountNumber: expect.stringMatching(/^\d{14}$/),
        holder: '테스트 상점',
        expiresAt: expect.any(Date),
      },
    });
    await server.driver.deposit(receiptId);
    expect(await gateway.findReceipt(receiptId)).toMatchObject({ status: 'paid' });
    expect(await server.driver.ledger(receiptId)).toHaveLength(1);
  });

  it.each(['refuse', 'closeWindow'] as const)('has failed after %s', async (act) => {
    const receiptId = await server.driver.openReceipt(order());
    await server.driver[act](receiptId);
    expect(await gateway.findReceipt(receiptId)).toMatchObject({ status: 'failed' });
  });

  it('returns not_found for a payment that was never opened', async () => {
    await expect(gateway.findReceipt('0123456789abcdef01234567')).rejects.toMatchObject({
      name: 'GatewayError',
      kind: 'not_found',
      providerCode: 'RC_NOT_FOUND',
    });
  });

  it('asks for an odd id as for any other', async () => {
    await expect(gateway.findReceipt('../confirm?a=1')).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('approve', () => {
  it('captures once, and is refused the second time', async () => {
    const receiptId = await server.driver.payFor(order());
    expect(await gateway.approve(receiptId)).toMatchObject({ status: 'paid', priceWon: PRICE });
    await expect(gateway.approve(receiptId)).rejects.toMatchObject({
      kind: 'refused',
      providerCode: 'RC_CONFIRM_ALREADY',
      message: '이미 승인된 결제입니다.',
    });
    expect(await server.driver.ledger(receiptId)).toHaveLength(1);
  });

  it('captures once when twenty ask at the same time', async () => {
    const receiptId = await server.driver.payFor(order());
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => gateway.approve(receiptId)));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    expect(await server.driver.ledger(receiptId)).toHaveLength(1);
  });

  it('is refused before the buyer has agreed, and without a receipt', async () => {
    const receiptId = await server.driver.openReceipt(order());
    await expect(gateway.approve(receiptId)).rejects.toMatchObject({ kind: 'refused' });
    await expect(gateway.approve('unknown')).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('is refused when it comes too late', async () => {
    const receiptId = await server.driver.payFor(order());
    server.clock.advance(31 * 60 * 1000);
    await expect(gateway.approve(receiptId)).rejects.toMatchObject({ providerCode: 'RC_PAYMENT_EXPIRED' });
    expect(await gateway.findReceipt(receiptId)).toMatchObject({ status: 'failed' });
    expect(await server.driver.ledger(receiptId)).toEqual([]);
  });
});

describe('cancel', () => {
  async function paid(): Promise<string> {
    const receiptId = await server.driver.payFor(order());
    await gateway.approve(receiptId);
    return receiptId;
  }

  it('gives all of it back', async () => {
    const receiptId = await paid();
    expect(await gateway.cancel(cancelOf(receiptId, PRICE))).toMatchObject({
      status: 'cancelled',
      cancelledWon: PRICE,
    });
  });

  it('gives parts back, and never more than was paid', async () => {
    const receiptId = await paid();
    expect(await gateway.cancel(cancelOf(receiptId, 100_000))).toMatchObject({ cancelledWon: 100_000 });
    await expect(gateway.cancel(cancelOf(receiptId, 250_001))).rejects.toMatchObject({
      kind: 'refused',
      providerCode: 'RC_CANCEL_PRICE_OVER',
    });
    expect(await gateway.cancel(cancelOf(receiptId, 250_000))).toMatchObject({ cancelledWon: PRICE });
    const amounts = (await server.driver.ledger(receiptId)).map(({ kind, amount }) => [kind, amount]);
    expect(amounts).toEqual([
      ['capture', PRICE],
      ['cancel', 100_000],
      ['cancel', 250_000],
    ]);
  });

  it('is carried out once for one id, also when asked at the same time', async () => {
    const receiptId = await paid();
    const wish = cancelOf(receiptId, 1000);
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => gateway.cancel(wish)));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    await expect(gateway.cancel(wish)).rejects.toMatchObject({ providerCode: 'RC_CANCEL_ID_DUPLICATED' });
    expect(await gateway.findReceipt(receiptId)).toMatchObject({ cancelledWon: 1000 });
  });

  it('is refused for an unpaid receipt', async () => {
    const receiptId = await server.driver.payFor(order());
    await expect(gateway.cancel(cancelOf(receiptId, PRICE))).rejects.toMatchObject({ kind: 'refused' });
  });
});

describe('when the provider misbehaves', () => {
  it.each([
    ['answers 500', { insteadOf: SERVER_ERROR }],
    ['answers 503 with a page', { insteadOf: { status: 503, body: '<html>busy</html>' } }],
    ['answers 404 with a page of a proxy', { insteadOf: { status: 404, body: '<html>nginx</html>' } }],
    ['answers 429', { insteadOf: { status: 429, body: { error_code: 'RC_TOO_MANY', message: '잠시 후' } } }],
    ['breaks the connection', { insteadOf: 'drop' as const }],
  ])('does not know the outcome when it %s', async (_name, fault) => {
    const receiptId = await server.driver.payFor(order());
    server.driver.fail({ endpoint: 'receipt', ...fault });
    await expect(gateway.findReceipt(receiptId)).rejects.toMatchObject(UNREACHABLE);
  });

  it.each([
    ['no receipt', { insteadOf: { status: 200, body: { success: true } } }],
    ['half a receipt', { misreport: { price: null } }],
    ['an amount as text', { misreport: { price: '350000' } }],
    ['an unknown status', { misreport: { status: 77 } }],
    ['an unknown status below 0', { misreport: { status: -7 } }],
    ['a payment without a refunded amount', { misreport: { status: 1, cancelled_price: null } }],
    ['a cancellation without an amount', { misreport: { status: 20, cancelled_price: null } }],
    ['a failed cancellation without an amount', { misreport: { status: -20, cancelled_price: null } }],
    ['more given back than was paid', { misreport: { status: 20, cancelled_price: PRICE + 1 } }],
    ['an amount that no price has', { misreport: { price: 10_000_000_000 } }],
    ['a tax-free amount as text', { misreport: { tax_free: '0' } }],
    ['a sandbox flag as text', { misreport: { sandbox: 'true' } }],
  ])('guesses nothing from %s', async (_name, fault) => {
    const receiptId = await server.driver.payFor(order());
    server.driver.fail({ endpoint: 'receipt', ...fault });
    await expect(gateway.findReceipt(receiptId)).rejects.toMatchObject({ name: 'GatewayError', kind: 'unreadable' });
  });

  it.each([
    [1, 'paid', 0],
    [1, 'paid', 50_000],
    [20, 'cancelled', 50_000],
    [-20, 'cancel_failed', 0],
    [-30, 'cancelling', undefined],
    [-1, 'failed', undefined],
    [-2, 'failed', undefined],
    [-3, 'failed', undefined],
  ] as const)('reads status %i as %s with %s won given back', async (status, name, cancelledPrice) => {
    const receiptId = await server.driver.payFor(order());
    server.driver.fail({ endpoint: 'receipt', misreport: { status, cancelled_price: cancelledPrice } });
    expect(await gateway.findReceipt(receiptId)).toMatchObject({ status: name, cancelledWon: cancelledPrice ?? 0 });
  });

  it('does not know the outcome of a capture whose answer was lost', async () => {
    const receiptId = await server.driver.payFor(order());
    server.driver.fail({ endpoint: 'confirm', afterwards: 'drop' });
    await expect(gateway.approve(receiptId)).rejects.toMatchObject(UNREACHABLE);
    expect(await gateway.findReceipt(receiptId)).toMatchObject({ status: 'paid' });
  });

  it('gives up after its deadline', async () => {
    const receiptId = await server.driver.payFor(order());
    server.driver.fail({ endpoint: 'receipt', lateMs: 2000 });
    // Without a deadline it would wait for the answer, and have it.
    await expect(server.gateway({ deadlineMs: 200 }).findReceipt(receiptId)).rejects.toMatchObject(UNREACHABLE);
  });

  it('waits for a slow answer within the deadline', async () => {
    const receiptId = await server.driver.payFor(order());
    const hold = createHold();
    server.driver.fail({ endpoint: 'confirm', hold });
    const approval = gateway.approve(receiptId);
    await hold.untilArrived();
    expect(await server.driver.ledger(receiptId)).toEqual([]);
    hold.release();
    expect(await approval).toMatchObject({ status: 'paid' });
  });

  it('passes on another amount as it is reported', async () => {
    const receiptId = await server.driver.payFor(order());
    server.driver.fail({ endpoint: 'receipt', receiptId, times: 1, misreport: { price: 1000 } });
    expect(await gateway.findReceipt(receiptId)).toMatchObject({ priceWon: 1000 });
    expect(await gateway.findReceipt(receiptId)).toMatchObject({ priceWon: PRICE });
  });

  it('is refused with the wrong keys', async () => {
    const unauthorized = server.gateway({
      credentials: { kind: 'keys', clientKey: 'sandbox-client', secretKey: 'wrong' },
    });
    const receiptId = await server.driver.openReceipt(order());
    await expect(unauthorized.findReceipt(receiptId)).rejects.toMatchObject({ kind: 'refused' });
  });
});

describe('with the older keys', () => {
  let legacy: SandboxServer;
  beforeAll(async () => {
    legacy = await startSandboxServer({ credentials: APPLICATION });
  });
  afterEach(() => legacy.driver.clear());
  afterAll(() => legacy.close());

  const openOptions = () => ({
    ...order(),
    request: { client_key: undefined, application_id: 'app-id', tk: 'transaction-1' },
  });

  it('fetches one token for many calls and renews it before it ends', async () => {
    const patient = legacy.gateway();
    const receiptId = await legacy.driver.openReceipt(openOptions());
    await Promise.all(Array.from({ length: 10 }, () => patient.findReceipt(receiptId)));
    expect(legacy.driver.calls('token')).toBe(1);
    legacy.clock.advance(29 * 60 * 1000);
    await patient.findReceipt(receiptId);
    expect(legacy.driver.calls('token')).toBe(2);
    expect(legacy.driver.calls('receipt')).toBe(11);
  });

  it('fetches another token when the provider has forgotten it', async () => {
    const patient = legacy.gateway();
    const receiptId = await legacy.driver.openReceipt(openOptions());
    await patient.findReceipt(receiptId);
    const refusal = { status: 401, body: { error_code: 'TOKEN_NOT_FOUND', message: '만료' } };
    legacy.driver.fail({ endpoint: 'receipt', times: 1, insteadOf: refusal });
    expect(await patient.findReceipt(receiptId)).toMatchObject({ status: 'waiting' });
    expect(legacy.driver.calls('token')).toBe(2);
  });

  it('keeps one deadline for token, call, refused token, token and call', async () => {
    const patient = legacy.gateway({ deadlineMs: 600 });
    const receiptId = await legacy.driver.openReceipt(openOptions());
    await patient.findReceipt(receiptId);
    const refusal = { status: 401, body: { error_code: 'TOKEN_NOT_FOUND', message: '만료' } };
    legacy.driver.fail({ endpoint: 'receipt', times: 1, delayMs: 350, insteadOf: refusal });
    legacy.driver.fail({ endpoint: 'token', delayMs: 350 });
    legacy.driver.fail({ endpoint: 'receipt', delayMs: 350 });
    await expect(patient.findReceipt(receiptId)).rejects.toMatchObject(UNREACHABLE);
    // The token would have come in time for a third call, had each request a deadline of its own.
    expect(legacy.driver.calls('receipt')).toBeLessThan(3);
  });

  it('does not know the outcome when no token can be had', async () => {
    const receiptId = await legacy.driver.openReceipt(openOptions());
    legacy.driver.fail({ endpoint: 'token', insteadOf: 'drop' });
    await expect(legacy.gateway().findReceipt(receiptId)).rejects.toMatchObject(UNREACHABLE);
  });

  it('is refused with a wrong key', async () => {
    const unauthorized = legacy.gateway({
      credentials: { kind: 'application', applicationId: 'app-id', privateKey: 'no' },
    });
    await expect(unauthorized.findReceipt('any')).rejects.toMatchObject({ kind: 'refused' });
  });
});

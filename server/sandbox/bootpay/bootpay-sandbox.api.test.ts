import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { encryptForProvider } from '#tests/support/provider-form.ts';
import { type SandboxServer, startSandboxServer } from '#tests/support/sandbox-server.ts';

const NOTICE = '테스트 결제: 실제로 청구되지 않습니다.';
const PRICE = 350_000;

/** A shop that takes webhooks as it is told to. */
let shop: Server;
let received: { receipt_id: string; webhook_type: string; status: number; cancelled_price: number }[] = [];
let acknowledgement: object = { success: true };
let server: SandboxServer;
let made = 0;

beforeAll(async () => {
  shop = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push(JSON.parse(Buffer.concat(chunks).toString()));
      response.end(JSON.stringify(acknowledgement));
    });
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  const { port } = shop.address() as AddressInfo;
  server = await startSandboxServer({ webhookUrl: () => `http://127.0.0.1:${port}/api/bootpay/webhook` });
});
afterEach(() => {
  server.driver.clear();
  received = [];
  acknowledgement = { success: true };
});
afterAll(async () => {
  await server.close();
  shop.closeAllConnections();
  shop.close();
});

function request(changes: Record<string, unknown> = {}) {
  made += 1;
  return {
    client_key: 'sandbox-client',
    order_id: `order-${made}`,
    order_name: '현역복무부적합심사 <기본>',
    price: PRICE,
    tax_free: 0,
    items: [{ id: '19', name: '상담', qty: 1, price: PRICE }],
    extra: { open_type: 'popup', separately_confirmed: true, timeout: 30 },
    ...changes,
  };
}

const post = (path: string, body: unknown) =>
  fetch(`${server.url}/sandbox/bootpay${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** What the page in the SDK's frame would say to the shop's page. */
async function messagesOf(body: URLSearchParams): Promise<Record<string, unknown>[]> {
  const response = await fetch(`${server.url}/sandbox/bootpay/v2/request/payment`, { method: 'POST', body });
  const page = await response.text();
  expect(page).toContain(NOTICE);
  const [, attribute = ''] = /data-messages="([^"]*)"/.exec(page) ?? [];
  return JSON.parse(attribute.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&'));
}

const open = (changes?: Record<string, unknown>) =>
  messagesOf(new URLSearchParams(encryptForProvider(request(changes))));

const driverOrder = () => {
  made += 1;
  return { orderNumber: `order-${made}`, priceWon: PRICE };
};

describe('POST /v2/request/payment', () => {
  it('tells the SDK where the popup is and what to ask while it is open', async () => {
    const messages = await open();
    expect(messages).toMatchObject([
      { event: 'popup', url: expect.stringMatching(/^\/sandbox\/bootpay\/pay\/[0-9a-f]{24}$/), price: PRICE },
      { event: 'polling', gateway_url: '/sandbox/bootpay' },
    ]);
  });

  it('leads away in redirect mode, and only back to where it came from', async () => {
    const extra = { open_type: 'redirect', separately_confirmed: true };
    const own = await open({ extra, redirect_url: `${server.url}/purchase/return/1` });
    expect(own).toMatchObject([{ event: 'redirect', url: expect.stringContaining('/pay/') }]);
    const foreign = await open({ extra, redirect_url: 'https://evil.example/' });
    expect(foreign).toMatchObject([{ event: 'error', error_code: 'INVALID_REQUEST_PARAMS' }]);
  });

  it('shows the payment in the frame itself in iframe mode', async () => {
    const form = encryptForProvider(request({ extra: { open_type: 'iframe' } }));
    const body = new URLSearchParams(form);
    const response = await fetch(`${server.url}/sandbox/bootpay/v2/request/payment`, { method: 'POST', body });
    const page = await response.text();
    expect(page).toContain('data-mode="iframe"');
    expect(page).toContain('350,000원 결제 승인');
  });

  it.each([
    ['another key', { client_key: 'other' }, 'APP_KEY_NOT_FOUND'],
    [
      'items that do not add up',
      { items: [{ id: '1', name: 'a', qty: 2, price: 1000 }] },
      'NEED_ITEM_TOTAL_PRICE_NOT_MATCH',
    ],
    ['too little money', { price: 50, items: [{ id: '1', name: 'a', qty: 1, price: 50 }] }, 'RC_PRICE_LEAST_LT'],
    ['a fraction of a won', { price: 1000.5, items: null }, 'INVALID_REQUEST_PARAMS'],
    ['no order number', { order_id: '' }, 'INVALID_REQUEST_PARAMS'],
  ])('refuses %s', async (_name, changes, code) => {
    expect(await open(changes)).toMatchObject([{ event: 'error', error_code: code, message: expect.any(String) }]);
  });

  it.each([
    ['no form', {}],
    ['a form that cannot be read', { payload: 'AAAA', token: 'AAAA##BBBB' }],
  ])('refuses %s', async (_name, form) => {
    const messages = await messagesOf(new URLSearchParams(form));
    expect(messages).toMatchObject([{ event: 'error', error_code: 'INVALID_REQUEST_PARAMS' }]);
  });
});

describe('the payment page', () => {
  it('says on every page that no money moves, escapes what it was given, and may be framed by the shop alone', async () => {
    const opened = await server.driver.openReceipt({ ...driverOrder(), request: { order_name: '<img src=x>' } });
    for (const path of [`/pay/${opened}?popup=1`, `/receipt/${opened}`, '/receipt/unknown']) {
      const response = await fetch(`${server.url}/sandbox/bootpay${path}`, { headers: { accept: 'text/html' } });
      const page = await response.text();
      expect(page).toContain(NOTICE);
      expect(page).not.toContain('<img');
      const policy = response.headers.get('content-security-policy');
      expect(policy).toContain("script-src 'self'");
      expect(policy).toContain("frame-ancestors 'self'");
    }
  });

  it('is over once the payment is', async () => {
    const receiptId = await server.driver.payFor(driverOrder());
    const page = await (await fetch(`${server.url}/sandbox/bootpay/pay/${receiptId}`)).text();
    expect(page).toContain('결제가 끝났습니다');
  });

  it.each([
    ['no method', { has_agreed: true }, 'RC_PG_METHOD_NOT_SELECTED'],
    ['no consent', { method: 'card', has_agreed: false }, 'RC_TERMS_NOT_AGREE'],
  ])('does not go on with %s', async (_name, body, code) => {
    const receiptId = await server.driver.openReceipt(driverOrder());
    const response = await post(`/pay/${receiptId}/approve`, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error_code: code });
  });

  it('cannot be paid twice, nor after half an hour', async () => {
    const receiptId = await server.driver.payFor(driverOrder());
    const again = await post(`/pay/${receiptId}/approve`, { method: 'card', has_agreed: true });
    expect(again.status).toBe(400);
    const late = await server.driver.openReceipt(driverOrder());
    server.clock.advance(31 * 60 * 1000);
    const response = await post(`/pay/${late}/approve`, { method: 'card', has_agreed: true });
    expect(await response.json()).toMatchObject({ error_code: 'RC_PAYMENT_EXPIRED' });
  });

  it('comes back in redirect mode with its result in the address', async () => {
    const extra = { open_type: 'redirect', separately_confirmed: true };
    const redirect_url = `${server.url}/purchase/return/7?x=1`;
    const receiptId = await server.driver.openReceipt({ ...driverOrder(), request: { extra, redirect_url } });
    const response = await post(`/pay/${receiptId}/approve`, { method: 'easy', has_agreed: true });
    const address = new URL(((await response.json()) as { redirect_url: string }).redirect_url);
    expect(address.pathname).toBe('/purchase/return/7');
    expect(Object.fromEntries(address.searchParams)).toMatchObject({ x: '1', event: 'confirm', receipt_id: receiptId });
  });
});

describe('what the client SDK asks', () => {
  const status = async (receiptId: string, query = 'application_id=&tk=') =>
    fetch(`${server.url}/sandbox/bootpay/s/${receiptId}?${query}`);

  it('polls the status', async () => {
    const receiptId = await server.driver.openReceipt(driverOrder());
    expect(await (await status(receiptId)).json()).toMatchObject({ receipt_id: receiptId, status: 0 });
    await server.driver.issueVirtualAccount(receiptId);
    expect(await (await status(receiptId)).json()).toMatchObject({ status: 5 });
    expect((await status('unknown')).status).toBe(404);
  });

  it('closes a window that was left, but no payment that was made', async () => {
    const close = (id: string) => fetch(`${server.url}/sandbox/bootpay/v2/close/${id}`, { method: 'PUT' });
    const left = await server.driver.openReceipt(driverOrder());
    expect(await (await close(left)).json()).toMatchObject({ status: -1 });
    const paid = await server.driver.payFor(driverOrder());
    expect(await (await close(paid)).json()).toMatchObject({ status: 2 });
  });

  it('sends statistics, which nobody keeps', async () => {
    expect((await post('/event', { step: 'start' })).status).toBe(200);
  });
});

describe('webhooks', () => {
  const types = (receiptId: string) =>
    received.filter((each) => each.receipt_id === receiptId).map(({ webhook_type }) => webhook_type);

  it('tell of captures and of money given back, in part and whole', async () => {
    const receiptId = await server.driver.payFor(driverOrder());
    const gateway = server.gateway();
    await gateway.approve(receiptId);
    await expect.poll(() => types(receiptId)).toEqual(['PAYMENT_COMPLETED']);
    const cancel = { receiptId, requestedBy: '관리자', reason: '요청' };
    await gateway.cancel({ ...cancel, cancelId: `${receiptId}-1`, amountWon: 1000 });
    await expect.poll(() => types(receiptId)).toContain('PAYMENT_PARTIAL_CANCELLED');
    await gateway.cancel({ ...cancel, cancelId: `${receiptId}-2`, amountWon: PRICE - 1000 });
    await expect.poll(() => types(receiptId)).toContain('PAYMENT_CANCELLED');
    expect(received.at(-1)).toMatchObject({ status: 20, cancelled_price: PRICE, order_id: expect.any(String) });
  });

  it('tell of a virtual account and of its deposit', async () => {
    const receiptId = await server.driver.openReceipt(driverOrder());
    await server.driver.issueVirtualAccount(receiptId);
    await expect.poll(() => types(receiptId)).toEqual(['PAYMENT_VIRTUAL_ACCOUNT_ISSUED']);
    await server.driver.deposit(receiptId);
    await expect.poll(() => types(receiptId)).toContain('PAYMENT_COMPLETED');
  });

  it('come again until they are taken', async () => {
    acknowledgement = { success: false };
    const receiptId = await server.driver.payFor({ ...driverOrder(), isSeparatelyConfirmed: false });
    await expect.poll(() => types(receiptId).length).toBe(1);
    acknowledgement = { success: true };
    await expect.poll(() => types(receiptId).length, { timeout: 5000 }).toBe(2);
  });
});

describe('faults by chance', () => {
  const lookUp = (receiptId: string) => server.gateway().findReceipt(receiptId);

  afterEach(() => server.sandbox.stopFaults());

  it('meet as many calls as they should, in the same order for the same seed', async () => {
    const receiptId = await server.driver.payFor(driverOrder());
    const outcomes = async () => {
      server.sandbox.startFaults({ rate: 0.5, seed: 7, kinds: ['error', 'drop'] });
      const ends: string[] = [];
      for (let call = 0; call < 40; call += 1) {
        ends.push(
          await lookUp(receiptId).then(
            () => 'answered',
            (error: { kind: string }) => error.kind,
          ),
        );
      }
      return ends;
    };
    const first = await outcomes();
    expect(first.filter((end) => end === 'unreachable').length).toBeGreaterThan(10);
    expect(first.filter((end) => end === 'answered').length).toBeGreaterThan(10);
    expect(await outcomes()).toEqual(first);
  });

  it.each(['lost_answer', 'error_after'] as const)('%s: captured, and nobody was told', async (kind) => {
    const receiptId = await server.driver.payFor(driverOrder());
    const counts = server.sandbox.startFaults({ rate: 1, seed: 1, kinds: [kind] });
    await expect(server.gateway().approve(receiptId)).rejects.toMatchObject({ kind: 'unreachable' });
    expect(counts()).toEqual({ [kind]: 1 });
    server.sandbox.stopFaults();
    expect(await lookUp(receiptId)).toMatchObject({ status: 'paid' });
  });

  it('late: the shop has stopped waiting', async () => {
    const receiptId = await server.driver.payFor(driverOrder());
    server.sandbox.startFaults({ rate: 1, seed: 1, kinds: ['late'], lateMs: 1500 });
    const gateway = server.gateway({ deadlineMs: 400 });
    await expect(gateway.approve(receiptId)).rejects.toMatchObject({ kind: 'unreachable' });
    server.sandbox.stopFaults();
    expect(await lookUp(receiptId)).toMatchObject({ status: 'paid' });
  });

  it('amount: another amount is captured, and every later answer says so', async () => {
    const receiptId = await server.driver.payFor(driverOrder());
    server.sandbox.startFaults({ rate: 1, seed: 1, kinds: ['amount'] });
    expect(await server.gateway().approve(receiptId)).toMatchObject({ status: 'paid', priceWon: PRICE + 1000 });
    expect(await lookUp(receiptId)).toMatchObject({ priceWon: PRICE + 1000 });
    expect(await server.driver.ledger(receiptId)).toMatchObject([{ kind: 'capture', amount: PRICE + 1000 }]);
  });

  it('webhooks come three times at once', async () => {
    const receiptId = await server.driver.payFor(driverOrder());
    server.sandbox.startFaults({ rate: 1, seed: 1, kinds: ['webhook_repeated'] });
    await server.gateway().approve(receiptId);
    await expect.poll(() => received.filter((each) => each.receipt_id === receiptId).length).toBe(3);
  });
});

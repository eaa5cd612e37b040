import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { encryptForProvider } from '#tests/support/providers/provider-form.ts';
import { type SandboxServer, startSandboxServer } from '#tests/support/providers/sandbox-server.ts';

const NOTICE = '테스트 결제: 실제로 청구되지 않습니다.';
const PRICE = 350_000;

let server: SandboxServer;
let made = 0;

beforeAll(async () => {
  server = await startSandboxServer();
});
afterEach(() => server.driver.clear());
afterAll(() => server.close());

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

/** Returns what the page in the SDK's frame would say to the shop's page. */
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
  it('gives the SDK the address of the popup and what to poll while it is open', async () => {
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

  it('accepts statistics and stores none', async () => {
    expect((await post('/event', { step: 'start' })).status).toBe(200);
  });
});

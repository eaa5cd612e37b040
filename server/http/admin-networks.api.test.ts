import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { buildCustomer, openConversation } from '#tests/support/app/consultations.ts';
import { fileForm } from '#tests/support/app/pictures.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const OFFICE = '192.0.2.7';
const ELSEWHERE = '198.51.100.7';
const shop = await setUpTestApp({ env: { ADMIN_NETWORKS: '192.0.2.0/24', TRUST_PROXY: '127.0.0.1' } });

async function buildAdminAt(address: string) {
  return shop.client(address).as(await shop.buildUser({ role: 'admin', permissions: ['owner'] }));
}

describe('ADMIN_NETWORKS', () => {
  it('opens the administration to its networks', async () => {
    const client = await buildAdminAt(OFFICE);
    expect((await client.get('/api/admin/orders')).statusCode).toBe(200);
    expect((await client.get('/api/auth/my')).json()).toMatchObject({ role: 'admin', permissions: ['owner'] });
  });

  it.each([
    ['192.0.2.7:50123', ['owner']],
    ['198.51.100.7, 192.0.2.7:50123', ['owner']],
    ['[::ffff:192.0.2.7]:50123', ['owner']],
    ['198.51.100.7:50123', []],
    ['[2001:db8::7]:443', []],
  ])('reads the address %s of a proxy without its port', async (forwarded, permissions) => {
    const client = await buildAdminAt('127.0.0.1');
    const answer = await client.get('/api/auth/my', { headers: { 'x-forwarded-for': forwarded } });
    expect(answer.json()).toMatchObject({ permissions });
  });

  it('refuses its calls from elsewhere, and leaves an administrator no permission', async () => {
    const client = await buildAdminAt(ELSEWHERE);
    for (const path of ['orders', 'dashboard', 'audit']) {
      const response = await client.get(`/api/admin/${path}`);
      expect(response.statusCode).toBe(403);
      expect(response.json()).toMatchObject({ code: 'PERMISSION_REQUIRED' });
    }
    expect((await client.get('/api/auth/my')).json()).toMatchObject({ role: 'admin', permissions: [] });
  });

  it('closes the files of conversations, which have no call of the administration', async () => {
    const customer = await buildCustomer(shop);
    const { body, headers } = fileForm(Buffer.from('기록'), { filename: '기록.txt', type: 'text/plain' });
    const { id } = (await customer.client.post('/api/attachments', body, { headers })).json();
    await openConversation(customer, { attachment_ids: [id] });
    expect((await (await buildAdminAt(OFFICE)).get(`/api/attachments/${id}`)).statusCode).toBe(200);
    expectError(await (await buildAdminAt(ELSEWHERE)).get(`/api/attachments/${id}`), 404, 'ATTACHMENT_NOT_FOUND');
  });

  it('refuses the event stream with a status after which browsers do not connect again', async () => {
    const response = await (await buildAdminAt(ELSEWHERE)).get('/api/events');
    expect([response.statusCode, response.json().code]).toEqual([403, 'PERMISSION_REQUIRED']);
  });

  it('refuses a call however its path is written', async () => {
    const client = await buildAdminAt(ELSEWHERE);
    for (const path of ['/api/%61dmin/orders', '/API/ADMIN/orders', '/api/Admin/orders', '/api//admin/orders']) {
      expect([403, 404], path).toContain((await client.get(path)).statusCode);
    }
  });

  it('lets customers in from anywhere', async () => {
    const client = await shop.client(ELSEWHERE).as(await shop.buildUser());
    expect((await client.get('/api/orders/my')).statusCode).toBe(200);
  });
});

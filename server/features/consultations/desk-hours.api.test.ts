import { describe, expect, it } from 'vitest';
import { isDeskOpen, nextDeskChange } from '#shared/rules/business-days.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { buildCustomer } from '#tests/support/app/consultations.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const shop = await setUpTestApp();

describe('GET /api/consultations/desk', () => {
  it('returns whether the desk is open, and when that changes', async () => {
    const customer = await buildCustomer(shop);
    const now = shop.clock.now();
    const open = { is_open: isDeskOpen(now), changes_at: nextDeskChange(now).toISOString() };
    expect((await customer.client.get('/api/consultations/desk')).json()).toEqual(open);
    shop.clock.advance(nextDeskChange(now).getTime() - now.getTime());
    await customer.client.as(customer.user);
    const changed = (await customer.client.get('/api/consultations/desk')).json();
    expect(changed.is_open).toBe(!open.is_open);
  });

  it('needs a login', async () => {
    expectError(await shop.client().get('/api/consultations/desk'), 401, 'UNAUTHENTICATED');
  });
});

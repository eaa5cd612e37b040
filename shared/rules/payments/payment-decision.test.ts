import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ORDER_STATUSES } from '../order-status.ts';
import { decidePayment, heldWon, type OrderFacts, type ReceiptFacts } from './payment-decision.ts';

const order: OrderFacts = {
  orderNumber: '20261121-AAAAAAAA',
  priceWon: 350_000,
  status: 'pending',
  isHeld: false,
  acceptsTestPayments: false,
};
const receipt: ReceiptFacts = {
  orderNumber: order.orderNumber,
  priceWon: 350_000,
  cancelledWon: 0,
  taxFreeWon: 0,
  currency: 'KRW',
  isTest: false,
  status: 'approvable',
};

describe('decidePayment', () => {
  it.each([
    ['approvable', 'approve'],
    ['paid', 'record_paid'],
    ['issued', 'record_issued'],
    ['cancelled', 'ask_again'],
    ['cancelling', 'ask_again'],
    ['cancel_failed', 'record_paid'],
    ['waiting', 'wait'],
    ['failed', 'fail'],
  ] as const)('takes a %s receipt of the right order and amount as %s', (status, act) => {
    expect(decidePayment(order, { ...receipt, status })).toEqual({ act });
    expect(decidePayment({ ...order, status: 'processing' }, { ...receipt, status })).toEqual({ act });
  });

  it.each(ORDER_STATUSES)('leaves a receipt of another order alone while ours is %s', (status) => {
    const decision = decidePayment(
      { ...order, status },
      { ...receipt, orderNumber: '20261121-BBBBBBBB', status: 'paid' },
    );
    expect(decision).toEqual({ act: 'not_ours' });
  });

  it('records a payment that was given back whole as cancelled, whatever the status says', () => {
    for (const status of ['cancelled', 'paid', 'cancel_failed'] as const) {
      expect(decidePayment(order, { ...receipt, status, cancelledWon: 350_000 })).toEqual({ act: 'record_cancelled' });
      expect(decidePayment(order, { ...receipt, status, cancelledWon: 1 })).toEqual({ act: 'record_paid' });
    }
  });

  it('never approves another amount', () => {
    expect(decidePayment(order, { ...receipt, priceWon: 1000 })).toEqual({
      act: 'reject',
      code: 'PRICE_MISMATCH',
      flaw: 'amount',
      orderStatus: 'error',
      giveBackWon: 0,
      hasOpenAccount: false,
    });
  });

  it.each([
    ['test_payment', { isTest: true }],
    ['currency', { currency: 'USD' }],
    ['tax_free', { taxFreeWon: 1 }],
  ] as const)('rejects the flaw %s like another amount', (flaw, different) => {
    const bad = { ...receipt, ...different };
    expect(decidePayment(order, bad)).toMatchObject({
      code: 'PRICE_MISMATCH',
      flaw,
      orderStatus: 'error',
      giveBackWon: 0,
    });
    expect(decidePayment(order, { ...bad, status: 'paid' })).toMatchObject({ flaw, giveBackWon: 350_000 });
  });

  it('takes a test payment where test payments count', () => {
    expect(decidePayment({ ...order, acceptsTestPayments: true }, { ...receipt, isTest: true })).toEqual({
      act: 'approve',
    });
  });

  it('takes a payment for an order that was set to confirmed and that nothing has paid for', () => {
    const set = { ...order, status: 'confirmed' } as const;
    expect(decidePayment(set, { ...receipt, status: 'paid' })).toEqual({ act: 'record_paid' });
    expect(decidePayment(set, receipt)).toEqual({ act: 'approve' });
    expect(decidePayment({ ...set, isHeld: true }, { ...receipt, status: 'paid' })).toMatchObject({
      code: 'ORDER_ALREADY_PAID',
      giveBackWon: 350_000,
    });
  });

  it('has the account of an order that takes no payment called off', () => {
    expect(decidePayment({ ...order, status: 'cancelled' }, { ...receipt, status: 'issued' })).toMatchObject({
      code: 'ORDER_CANCELLED',
      giveBackWon: 0,
      hasOpenAccount: true,
    });
  });

  it('gives back what was paid with another amount, less what went back already', () => {
    expect(decidePayment(order, { ...receipt, status: 'paid', priceWon: 1000, cancelledWon: 400 })).toMatchObject({
      act: 'reject',
      code: 'PRICE_MISMATCH',
      giveBackWon: 600,
    });
  });

  it.each(['cancelled', 'error'] as const)('gives a payment for a %s order back and leaves the order', (status) => {
    expect(decidePayment({ ...order, status }, { ...receipt, status: 'paid' })).toEqual({
      act: 'reject',
      code: 'ORDER_CANCELLED',
      flaw: undefined,
      orderStatus: undefined,
      giveBackWon: 350_000,
      hasOpenAccount: false,
    });
  });
});

describe('heldWon', () => {
  it.each([
    ['waiting', 0, 0],
    ['approvable', 0, 0],
    ['issued', 0, 0],
    ['failed', 0, 0],
    ['paid', 0, 350_000],
    ['paid', 100_000, 250_000],
    ['cancelled', 350_000, 0],
    ['cancelled', 1, 349_999],
    ['cancelling', 0, 350_000],
    ['cancel_failed', 100_000, 250_000],
  ] as const)('of a %s receipt with %i won given back is %i', (status, cancelledWon, held) => {
    expect(heldWon({ ...receipt, status, cancelledWon })).toBe(held);
  });
});

describe('any order and receipt', () => {
  const STATUSES = [
    'waiting',
    'approvable',
    'paid',
    'issued',
    'cancelled',
    'cancelling',
    'cancel_failed',
    'failed',
  ] as const;
  const anyOrder = fc.record({
    orderNumber: fc.constantFrom('A', 'B'),
    priceWon: fc.integer({ min: 0, max: 3 }),
    status: fc.constantFrom(...ORDER_STATUSES),
    isHeld: fc.boolean(),
    acceptsTestPayments: fc.boolean(),
  });
  const anyReceipt = fc
    .record({
      orderNumber: fc.constantFrom('A', 'B'),
      priceWon: fc.integer({ min: 0, max: 3 }),
      cancelledWon: fc.integer({ min: 0, max: 3 }),
      taxFreeWon: fc.constantFrom(0, 0, 1),
      currency: fc.constantFrom('KRW', 'KRW', 'USD'),
      isTest: fc.boolean(),
      status: fc.constantFrom(...STATUSES),
    })
    .filter((one) => one.cancelledWon <= one.priceWon);

  it('nothing is captured or recorded but the exact amount for the right order that nothing else has paid', () => {
    fc.assert(
      fc.property(anyOrder, anyReceipt, (order, receipt) => {
        const { act } = decidePayment(order, receipt);
        if (act !== 'approve' && act !== 'record_paid' && act !== 'record_issued') return;
        expect(receipt).toMatchObject({ orderNumber: order.orderNumber, priceWon: order.priceWon, currency: 'KRW' });
        expect(order.isHeld).toBe(false);
        expect(['pending', 'processing', 'confirmed']).toContain(order.status);
        if (receipt.isTest) expect(order.acceptsTestPayments).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('money that we hold for an order of ours is its payment, goes back to the last won, or is asked about again', () => {
    fc.assert(
      fc.property(anyOrder, anyReceipt, (order, receipt) => {
        if (receipt.orderNumber !== order.orderNumber || heldWon(receipt) === 0) return;
        const decision = decidePayment(order, receipt);
        if (decision.act === 'reject') expect(decision.giveBackWon).toBe(heldWon(receipt));
        else expect(['record_paid', 'ask_again']).toContain(decision.act);
      }),
      { numRuns: 2000 },
    );
  });

  it('nothing is given back that we do not hold', () => {
    fc.assert(
      fc.property(anyOrder, anyReceipt, (order, receipt) => {
        const decision = decidePayment(order, receipt);
        if (decision.act === 'reject') expect(decision.giveBackWon).toBe(heldWon(receipt));
      }),
      { numRuns: 2000 },
    );
  });
});

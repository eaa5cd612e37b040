import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ORDER_STATUSES } from './order-status.ts';
import { decideSettlement, holdsMoney, type OrderFacts, type ReceiptFacts } from './settlement.ts';

const order: OrderFacts = { orderNumber: '20261121-AAAAAAAA', priceWon: 350_000, status: 'pending' };
const receipt: ReceiptFacts = {
  orderNumber: order.orderNumber,
  priceWon: 350_000,
  cancelledWon: 0,
  status: 'approvable',
};

describe('decideSettlement', () => {
  it.each([
    ['approvable', 'approve'],
    ['paid', 'record_paid'],
    ['issued', 'record_issued'],
    ['cancelled', 'record_cancelled'],
    ['waiting', 'wait'],
    ['failed', 'fail'],
  ] as const)('takes a %s receipt of the right order and amount as %s', (status, act) => {
    expect(decideSettlement(order, { ...receipt, status })).toEqual({ act });
    expect(decideSettlement({ ...order, status: 'processing' }, { ...receipt, status })).toEqual({ act });
  });

  it.each(ORDER_STATUSES)('leaves a receipt of another order alone while ours is %s', (status) => {
    const decision = decideSettlement(
      { ...order, status },
      { ...receipt, orderNumber: '20261121-BBBBBBBB', status: 'paid' },
    );
    expect(decision).toEqual({ act: 'not_ours' });
  });

  it('never approves another amount', () => {
    expect(decideSettlement(order, { ...receipt, priceWon: 1000 })).toEqual({
      act: 'reject',
      code: 'PRICE_MISMATCH',
      orderStatus: 'error',
      giveBackWon: 0,
    });
  });

  it('gives back what was paid with another amount, less what went back already', () => {
    expect(decideSettlement(order, { ...receipt, status: 'paid', priceWon: 1000, cancelledWon: 400 })).toMatchObject({
      act: 'reject',
      code: 'PRICE_MISMATCH',
      giveBackWon: 600,
    });
  });

  it.each([
    ['confirmed', 'ORDER_ALREADY_PAID'],
    ['cancelled', 'ORDER_CANCELLED'],
    ['error', 'ORDER_CANCELLED'],
  ] as const)('gives a payment for a %s order back and leaves the order', (status, code) => {
    expect(decideSettlement({ ...order, status }, { ...receipt, status: 'paid' })).toEqual({
      act: 'reject',
      code,
      orderStatus: undefined,
      giveBackWon: 350_000,
    });
  });
});

describe('holdsMoney', () => {
  it.each([
    ['waiting', 0, false],
    ['approvable', 0, false],
    ['issued', 0, false],
    ['failed', 0, false],
    ['paid', 0, true],
    ['cancelled', 0, false],
    ['cancelled', 350_000, false],
    ['cancelled', 1, true],
  ] as const)('of a %s receipt with %i won given back is %s', (status, cancelledWon, holds) => {
    expect(holdsMoney({ ...receipt, status, cancelledWon })).toBe(holds);
  });
});

describe('whatever comes together', () => {
  const STATUSES = ['waiting', 'approvable', 'paid', 'issued', 'cancelled', 'failed'] as const;
  const anyOrder = fc.record({
    orderNumber: fc.constantFrom('A', 'B'),
    priceWon: fc.integer({ min: 0, max: 3 }),
    status: fc.constantFrom(...ORDER_STATUSES),
  });
  const anyReceipt = fc
    .record({
      orderNumber: fc.constantFrom('A', 'B'),
      priceWon: fc.integer({ min: 0, max: 3 }),
      cancelledWon: fc.integer({ min: 0, max: 3 }),
      status: fc.constantFrom(...STATUSES),
    })
    .filter((one) => one.cancelledWon <= one.priceWon);

  it('nothing is captured or confirmed but the exact amount for the right, open order', () => {
    fc.assert(
      fc.property(anyOrder, anyReceipt, (order, receipt) => {
        const { act } = decideSettlement(order, receipt);
        if (act !== 'approve' && act !== 'record_paid' && act !== 'record_issued') return;
        expect(receipt.orderNumber).toBe(order.orderNumber);
        expect(receipt.priceWon).toBe(order.priceWon);
        expect(['pending', 'processing']).toContain(order.status);
      }),
      { numRuns: 2000 },
    );
  });

  it('money that we hold for an order of ours is either its payment or goes back, to the last won', () => {
    fc.assert(
      fc.property(anyOrder, anyReceipt, (order, receipt) => {
        if (receipt.orderNumber !== order.orderNumber || !holdsMoney(receipt)) return;
        const decision = decideSettlement(order, receipt);
        if (decision.act === 'reject') expect(decision.giveBackWon).toBe(receipt.priceWon - receipt.cancelledWon);
        else expect(decision.act).toBe('record_paid');
      }),
      { numRuns: 2000 },
    );
  });

  it('nothing is given back that we do not hold', () => {
    fc.assert(
      fc.property(anyOrder, anyReceipt, (order, receipt) => {
        const decision = decideSettlement(order, receipt);
        if (decision.act === 'reject' && !holdsMoney(receipt)) expect(decision.giveBackWon).toBe(0);
      }),
      { numRuns: 2000 },
    );
  });
});

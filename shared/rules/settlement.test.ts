import { describe, expect, it } from 'vitest';
import { ORDER_STATUSES } from './order-status.ts';
import { decideSettlement, type OrderFacts, type ReceiptFacts } from './settlement.ts';

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

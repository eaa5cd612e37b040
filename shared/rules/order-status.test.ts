import { describe, expect, it } from 'vitest';
import {
  buyerStatusLabel,
  isTransitionAllowed,
  ORDER_STATUSES,
  type OrderActor,
  type OrderStatus,
} from './order-status.ts';

const ACTORS: readonly OrderActor[] = ['customer', 'payment', 'job', 'admin'];

/** Everything that some actor of these can make of an order, one move after the other. */
function reachableFrom(start: OrderStatus, actors: readonly OrderActor[]): Set<OrderStatus> {
  const reached = new Set([start]);
  for (const from of reached) {
    for (const to of ORDER_STATUSES) {
      if (actors.some((actor) => isTransitionAllowed(actor, from, to))) reached.add(to);
    }
  }
  return reached;
}

describe('isTransitionAllowed', () => {
  it.each(ACTORS)('never counts the present status as a move of %s', (actor) => {
    for (const status of ORDER_STATUSES) expect(isTransitionAllowed(actor, status, status)).toBe(false);
  });

  it('allows a buyer only to cancel unpaid orders', () => {
    const allowed = ORDER_STATUSES.flatMap((from) =>
      ORDER_STATUSES.filter((to) => isTransitionAllowed('customer', from, to)).map((to) => `${from} > ${to}`),
    );
    expect(allowed).toEqual(['pending > cancelled', 'processing > cancelled', 'error > cancelled']);
  });

  it('lets no job change a paid order, and only administrators reopen a cancelled one', () => {
    for (const to of ORDER_STATUSES) {
      expect(isTransitionAllowed('job', 'confirmed', to)).toBe(false);
      for (const actor of ['customer', 'payment', 'job'] as const) {
        expect(isTransitionAllowed(actor, 'cancelled', to)).toBe(false);
      }
    }
  });

  it('lets only a payment or an administrator confirm, and a payment only what is open', () => {
    for (const from of ORDER_STATUSES) {
      expect(isTransitionAllowed('customer', from, 'confirmed')).toBe(false);
      expect(isTransitionAllowed('job', from, 'confirmed')).toBe(false);
      expect(isTransitionAllowed('payment', from, 'confirmed')).toBe(from === 'pending' || from === 'processing');
    }
  });

  it('does not restrict administrators', () => {
    for (const from of ORDER_STATUSES) {
      for (const to of ORDER_STATUSES) expect(isTransitionAllowed('admin', from, to)).toBe(from !== to);
    }
  });

  it('reaches every status from a new order, and cancelled from every open one, without an administrator', () => {
    const machines = ['customer', 'payment', 'job'] as const;
    expect(reachableFrom('pending', machines)).toEqual(new Set(ORDER_STATUSES));
    for (const from of ORDER_STATUSES) expect(reachableFrom(from, machines)).toContain('cancelled');
  });
});

describe('buyerStatusLabel', () => {
  it.each([
    ['pending', '진행 중'],
    ['processing', '진행 중'],
    ['confirmed', '결제 완료'],
    ['cancelled', '취소됨'],
    ['error', '오류'],
  ] as const)('calls %s %s', (status, label) => {
    expect(buyerStatusLabel(status)).toBe(label);
  });
});

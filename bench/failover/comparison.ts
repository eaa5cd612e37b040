import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { auditPayments } from '#tests/support/payments/payment-audit.ts';
import type { Promised } from './buyers.ts';

const TRIES = 60;
const PAUSE_MS = 1000;

/**
 * Describes what the shop promised, what it has, and what the provider has. Orders and won; all differences are to be
 * 0.
 */
export type Comparison = {
  orders: number;
  won: number;
  lostOrders: number;
  doubledOrders: number;
  /** Answered as confirmed, and not so in the database. */
  unconfirmed: number;
  /** Won that only one side has. */
  wonApart: number;
  problems: string[];
};

async function compareOnce(shop: pg.Pool, provider: pg.Pool, promised: Promised): Promise<Comparison> {
  const { rows } = await shop.query<{ order_number: string; status: string; paid_price: number }>(
    'select order_number, status, paid_price from orders',
  );
  const statuses = new Map(rows.map(({ order_number, status }) => [order_number, status]));
  const { keptWon, problems } = await auditPayments(shop, provider);
  const won = rows.reduce((sum, { paid_price }) => sum + paid_price, 0);
  const placed = new Set(promised.placed);
  return {
    orders: rows.length,
    won,
    lostOrders: [...placed].filter((number) => !statuses.has(number)).length,
    // Each buyer was answered with every order; one more was made by a repeated call.
    doubledOrders: rows.filter(({ order_number }) => !placed.has(order_number)).length,
    unconfirmed: promised.confirmed.filter((number) => statuses.get(number) !== 'confirmed').length,
    wonApart: Math.abs(keptWon - won),
    problems,
  };
}

/**
 * Compares the provider's list of payments with the shop's orders, once the jobs have nothing open
 * any more.
 */
export async function compare(
  { shop, provider }: { shop: pg.ClientConfig; provider: pg.ClientConfig },
  promised: Promised,
  signal: AbortSignal,
): Promise<Comparison> {
  const pools = [shop, provider].map((connection) => new pg.Pool({ ...connection, max: 2 }));
  const [shopPool = new pg.Pool(), providerPool = new pg.Pool()] = pools;
  for (const pool of pools) pool.on('error', () => {});
  try {
    let found = await compareOnce(shopPool, providerPool, promised);
    for (let tries = 0; tries < TRIES && found.problems.length > 0; tries += 1) {
      await delay(PAUSE_MS, undefined, { signal });
      found = await compareOnce(shopPool, providerPool, promised);
    }
    return found;
  } finally {
    await Promise.all(pools.map((pool) => pool.end()));
  }
}

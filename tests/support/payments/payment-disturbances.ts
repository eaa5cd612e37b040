import { setTimeout as delay } from 'node:timers/promises';
import type { ShopProcess } from '#tests/support/app/shop-process.ts';
import type { PaymentEnvironment } from './payment-environment.ts';

/** How often each comes, spread evenly over the orders. */
type Plan = { orders: number; instances: number; kills: number; restarts: number };

/** Outages of the shop during the load. */
export type Disturbances = {
  instances: () => readonly ShopProcess[];
  /** Does what is due when so many orders are done. */
  after: (done: number) => Promise<void>;
  /** Returns what instances printed that ended without being killed. */
  fallen: () => readonly string[];
  /** Ends the watch over the instances. */
  stop: () => Promise<void>;
};

const LOOK_MS = 250;
const SHOWN_CHARACTERS = 600;

const hasEnded = ({ child }: ShopProcess) => child.exitCode !== null || child.signalCode !== null;

/**
 * Starts the instances, kills and restarts by plan, and replaces an instance that ends by itself.
 */
export async function startDisturbances(
  environment: PaymentEnvironment,
  plan: Plan,
  count: (what: string) => void,
): Promise<Disturbances> {
  const shops: ShopProcess[] = [];
  const fallen: string[] = [];
  let [killed, restarted] = [0, 0];
  let isOver = false;
  // One thing at a time: an instance cannot start while its database is away.
  let last: Promise<void> = Promise.resolve();
  function inTurn(act: () => Promise<void>): Promise<void> {
    last = last.then(act);
    return last;
  }
  const isTime = (done: number, times: number, so: number) =>
    so < times && done >= ((so + 1) * plan.orders) / (times + 1);

  async function replace(victim: ShopProcess): Promise<void> {
    shops.splice(shops.indexOf(victim), 1);
    await environment.kill(victim);
    shops.push(await environment.start());
  }

  async function killOne(at: number): Promise<void> {
    const victim = shops[at % shops.length];
    if (!victim) return;
    count('instances killed');
    await replace(victim);
  }

  async function restart(): Promise<void> {
    await environment.restartPostgres();
    count('restarts of PostgreSQL');
  }

  async function replaceFallen(): Promise<void> {
    for (const shop of shops.filter(hasEnded)) {
      count('instances that ended by themselves');
      fallen.push(`an instance ended by itself: ${shop.output().slice(-SHOWN_CHARACTERS)}`);
      await replace(shop);
    }
  }

  async function watch(): Promise<void> {
    while (!isOver) {
      await inTurn(replaceFallen);
      await delay(LOOK_MS);
    }
  }

  for (let at = 0; at < plan.instances; at += 1) shops.push(await environment.start());
  const watching = watch();
  // Reported by `stop`; meanwhile it is no unhandled rejection.
  watching.catch(() => {});
  return {
    instances: () => shops,
    async after(done) {
      if (isTime(done, plan.kills, killed)) {
        killed += 1;
        await inTurn(() => killOne(killed));
      }
      if (isTime(done, plan.restarts, restarted)) {
        restarted += 1;
        await inTurn(restart);
      }
    },
    fallen: () => fallen,
    async stop() {
      isOver = true;
      await watching;
    },
  };
}

import { setTimeout as delay } from 'node:timers/promises';
import { startBalancer } from '../app/balancer.ts';
import { type ShopProcess, startShop } from '../app/shop-process.ts';

/** Two instances of the shop on one database, behind a balancer. */
export type Instances = {
  /** The balancer's. */
  url: string;
  shops: readonly ShopProcess[];
  /** Kills one without a warning (SIGKILL) and starts another in its place. */
  replace: (at: 0 | 1) => Promise<void>;
  close: () => Promise<void>;
};

/** Starts them as separate processes, with one folder for what they keep. */
export async function startInstances(folder: string, env: Record<string, string>): Promise<Instances> {
  const balancer = await startBalancer();
  const start = async () => {
    const shop = await startShop(folder, { PUBLIC_URL: balancer.url, SEED_SAMPLE: '0', ...env });
    await shop.ready();
    return shop;
  };
  // One after the other: the first one makes the administrator.
  const shops = [await start()];
  shops.push(await start());
  const use = () => balancer.use(shops.map(({ url }) => url));
  use();
  // It looks for instances that are ready.
  while ((await fetch(`${balancer.url}/readyz`)).status !== 200) await delay(50);
  return {
    url: balancer.url,
    shops,
    async replace(at) {
      await shops[at]?.end('SIGKILL');
      shops[at] = await start();
      use();
    },
    async close() {
      await Promise.all(shops.map((shop) => shop.end('SIGKILL')));
      await balancer.close();
    },
  };
}

import { setTimeout as delay } from 'node:timers/promises';
import { CALL_FAULTS, WEBHOOK_FAULTS } from '#server/sandbox/bootpay/faults.ts';
import { randomNumbers } from '#server/sandbox/bootpay/random-numbers.ts';
import { createFactories } from './factories.ts';
import type { PaymentAudit } from './payment-audit.ts';
import { buy, createPerson, giveBack, type Person, type Purchase, type Surroundings } from './payment-crowd.ts';
import type { PaymentLab } from './payment-lab.ts';
import type { ShopProcess } from './shop-process.ts';

export type ChaosOptions = {
  orders: number;
  buyers: number;
  instances: number;
  /** The share of the provider's calls and webhooks that something goes wrong with. */
  rate: number;
  seed: number;
  /** How many instances are killed on the way and started again. */
  kills: number;
  /** After this time nobody places a further order. */
  mostSeconds: number;
};

export type ChaosReport = {
  seconds: number;
  /** Until nothing was open any more, from when the provider was well again. */
  quietAfterSeconds: number;
  happened: Record<string, number>;
  faults: Record<string, number>;
  audit: PaymentAudit;
};

const PLANS = 60;
const QUIET_SECONDS = 120;
/** One of so many paid orders is refunded. */
const REFUNDED_SHARE = 0.2;

const OPEN = `select
  (select count(*) from payment_attempts where state in ('unverified', 'approving', 'issued'))
  + (select count(*) from refunds where state = 'requested')
  + (select count(*) from payment_webhooks where state = 'new') as open`;

/** Runs the jobs until nothing is open; the seconds that it took. */
async function untilQuiet({ pool, runJobs }: PaymentLab): Promise<number> {
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  for (let isQuietSince: number | undefined; ; ) {
    const { rows } = await pool.query<{ open: number }>(OPEN);
    const isQuiet = rows[0]?.open === 0;
    isQuietSince = isQuiet ? (isQuietSince ?? seconds()) : undefined;
    // Webhooks that the provider is late with come within this time.
    if (isQuietSince !== undefined && seconds() - isQuietSince > 4) return isQuietSince;
    if (seconds() > QUIET_SECONDS) throw new Error(`still open after ${QUIET_SECONDS} s: ${rows[0]?.open}`);
    if (!isQuiet) await runJobs();
    await delay(500);
  }
}

async function buildCatalogue(lab: PaymentLab): Promise<Omit<Purchase, 'soldier_id'>[]> {
  const plans = Array.from({ length: PLANS }, (_, at) => ({
    ...{ name: `요금제 ${at}`, price: 50_000 + at * 1000, description: '' },
  }));
  const service = await createFactories(lab.db).buildService({ plans });
  return plans.map(({ name, price }) => ({ service_id: service.id, selected_plan: name, price }));
}

type Buyer = { person: Person; soldierId: number };

async function buildBuyer(here: Surroundings): Promise<Buyer> {
  const { buildUser, buildSoldier } = createFactories(here.lab.db);
  const user = await buildUser();
  const soldier = await buildSoldier({ user });
  return { person: createPerson(here, await here.lab.openSession(user.id)), soldierId: soldier.id };
}

async function buildStaff(here: Surroundings): Promise<Person> {
  const user = await createFactories(here.lab.db).buildUser({ role: 'admin' });
  return createPerson(here, await here.lab.openSession(user.id));
}

/** The share of the orders at which the so-manieth kill comes. */
function isTimeToKill(done: number, { orders, kills }: ChaosOptions, killed: number): boolean {
  return killed < kills && done >= ((killed + 1) * orders) / (kills + 1);
}

/**
 * A crowd buys and staff refund, while the provider misbehaves by chance and instances are killed; then the provider is well again, the
 * jobs run until nothing is open, and the provider's books are compared with ours.
 */
export async function runPaymentChaos(lab: PaymentLab, options: ChaosOptions): Promise<ChaosReport> {
  const happened: Record<string, number> = {};
  const notes: string[] = [];
  const purchases = await buildCatalogue(lab);
  const shops: ShopProcess[] = [];
  for (let at = 0; at < options.instances; at += 1) shops.push(await lab.start());
  const here: Surroundings = {
    lab,
    instances: () => shops.map(({ url }) => url),
    random: randomNumbers(options.seed),
    count(what) {
      happened[what] = (happened[what] ?? 0) + 1;
    },
    note(orderNumber, what) {
      notes.push(`order ${orderNumber} ${new Date().toISOString().slice(11, 23)} ${what}`);
    },
  };
  const staff = await buildStaff(here);
  const buyers = await Promise.all(Array.from({ length: options.buyers }, () => buildBuyer(here)));
  const kinds = [...CALL_FAULTS, ...WEBHOOK_FAULTS];
  const { rate, seed } = options;
  const faultCounts = lab.provider.sandbox.startFaults({ rate, seed, kinds });
  const startedAt = performance.now();
  let [begun, done, killed] = [0, 0, 0];

  async function killOne(): Promise<void> {
    const [victim] = shops.splice(killed % shops.length, 1);
    killed += 1;
    if (!victim) return;
    await lab.kill(victim);
    here.count('instances killed');
    shops.push(await lab.start());
  }

  async function buyOnAndOn({ person, soldierId }: Buyer): Promise<void> {
    for (let round = 0; begun < options.orders; round += 1) {
      if (performance.now() - startedAt > options.mostSeconds * 1000) return;
      begun += 1;
      const purchase = purchases[round % purchases.length];
      if (!purchase) return;
      const order = await buy(here, person, { ...purchase, soldier_id: soldierId });
      if (order?.status === 'confirmed' && here.random() < REFUNDED_SHARE) await giveBack(here, staff, order);
      done += 1;
      if (isTimeToKill(done, options, killed)) await killOne();
    }
  }

  await Promise.all(buyers.map(buyOnAndOn));
  const seconds = (performance.now() - startedAt) / 1000;
  const faults = faultCounts();
  lab.provider.sandbox.stopFaults();
  const quietAfterSeconds = await untilQuiet(lab);
  const audit = await lab.audit();
  const isTold = (note: string) => audit.problems.some((problem) => note.startsWith(problem.split(' ', 2).join(' ')));
  audit.stories.push(...notes.filter(isTold));
  return { seconds, quietAfterSeconds, happened, faults, audit };
}

import { setTimeout as delay } from 'node:timers/promises';
import { createFactories } from '#tests/support/app/factories.ts';
import { ANSWER_FAULTS, CALL_FAULTS, startFaults, WEBHOOK_FAULTS } from './faults/faults.ts';
import type { QuirkChances } from './faults/quirk-dice.ts';
import { randomNumbers } from './faults/random-numbers.ts';
import { clearDesk, giveBack } from './payment-admin.ts';
import type { PaymentAudit } from './payment-audit.ts';
import { type Disturbances, startDisturbances } from './payment-disturbances.ts';
import type { PaymentEnvironment } from './payment-environment.ts';
import { untilQuiet } from './payment-quiet.ts';
import { buy, createPerson, type Person, type Purchase, type Surroundings } from './simulated-users.ts';

export type ChaosOptions = {
  orders: number;
  buyers: number;
  instances: number;
  /** The share of the provider's calls and webhooks that something goes wrong with. */
  rate: number;
  seed: number;
  /** How many times an instance is killed on the way and started again. */
  kills: number;
  /** How many times PostgreSQL is stopped on the way and started again. */
  restarts: number;
  /**
   * How long cancels take at most, where each receipt draws its own readings of the provider's
   * documents.
   */
  quirks?: Omit<QuirkChances, 'seed'>;
  /** After this time no further order is placed. */
  mostSeconds: number;
};

export type ChaosReport = {
  seconds: number;
  /** Until nothing was open any more, from when the provider was well again. */
  quietAfterSeconds: number;
  happened: Record<string, number>;
  /** How often each fault has happened. */
  faults: Record<string, number>;
  /** How many receipts had each reading, and how many cancels met each fate. */
  readings: Record<string, number>;
  audit: PaymentAudit;
  /** Tells what happened to the orders with problems, step by step. */
  stories: string[];
};

const PLANS = 60;
/** Webhooks that the provider is late with come within this time, and accounts are asked about. */
const QUIET_MS = 5000;

/**
 * Times of the shop's exchanges for `runPaymentChaos`, a third of those in production: a refund stays
 * quiet for longer than a cancel may be late and under way together, and a lease is longer than
 * three calls.
 */
export const CHAOS_TIMING = {
  callMs: 3000,
  leaseMs: 14_000,
  patienceMs: 8000,
  retryMs: 2000,
  refundQuietMs: 12_000,
  lateCaptureMs: 12_000,
  depositCheckMs: 2000,
};
/** How long an answer is held back that comes after the shop has stopped waiting. */
const LATE_MS = CHAOS_TIMING.callMs + 500;
/** One of so many paid orders is refunded. */
const REFUNDED_SHARE = 0.2;

async function buildCatalogue(environment: PaymentEnvironment): Promise<Omit<Purchase, 'soldier_id'>[]> {
  const plans = Array.from({ length: PLANS }, (_, at) => ({
    name: `요금제 ${at}`,
    price: 50_000 + at * 1000,
    description: '',
  }));
  const service = await createFactories(environment.db).buildService({ plans });
  return plans.map(({ name, price }) => ({ service_id: service.id, selected_plan: name, price }));
}

type Buyer = { person: Person; soldierId: number };

async function buildBuyer(here: Surroundings): Promise<Buyer> {
  const { buildUser, buildSoldier } = createFactories(here.environment.db);
  const user = await buildUser();
  const soldier = await buildSoldier({ user });
  return { person: createPerson(here, await here.environment.openSession(user.id)), soldierId: soldier.id };
}

async function buildAdmin(here: Surroundings): Promise<Person> {
  const user = await createFactories(here.environment.db).buildUser({ role: 'admin' });
  return createPerson(here, await here.environment.openSession(user.id));
}

/** Notes each cancel that reaches the provider, with its answer. */
function noteCancels({ provider, stories }: PaymentEnvironment): void {
  provider.sandbox.steering.intercept = async (call, answer) => {
    const given = await answer();
    if (call.endpoint === 'cancel') {
      const { status, cancelled_price, error_code } = Object(given.body);
      stories.noteReceipt(call.receiptId, `cancel: ${given.status} ${error_code ?? status} ${cancelled_price}`);
    }
    return given;
  };
}

type Timed = Pick<ChaosReport, 'seconds' | 'quietAfterSeconds' | 'faults' | 'readings'>;

/** Runs purchases under faults, then ends the faults and waits until everything is complete. */
async function runLoad(here: Surroundings, options: ChaosOptions, disturbances: Disturbances): Promise<Timed> {
  const { environment } = here;
  const { sandbox } = environment.provider;
  const { rate, seed, quirks } = options;
  const admin = await buildAdmin(here);
  const buyers = await Promise.all(Array.from({ length: options.buyers }, () => buildBuyer(here)));
  const purchases = await buildCatalogue(environment);
  const kinds = [...CALL_FAULTS, ...WEBHOOK_FAULTS, ...(quirks ? ANSWER_FAULTS : [])];
  const running = startFaults(sandbox, {
    rate,
    seed,
    kinds,
    lateMs: LATE_MS,
    ...(quirks && { quirks: { ...quirks, seed } }),
  });
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  let [begun, done] = [0, 0];

  async function buyOnAndOn({ person, soldierId }: Buyer): Promise<void> {
    for (let round = 0; begun < options.orders; round += 1) {
      if (seconds() > options.mostSeconds) return;
      begun += 1;
      const purchase = purchases[round % purchases.length];
      if (!purchase) return;
      const order = await buy(here, person, { ...purchase, soldier_id: soldierId });
      if (order?.status === 'confirmed' && here.random() < REFUNDED_SHARE) await giveBack(here, admin, order);
      done += 1;
      await disturbances.after(done);
    }
  }

  await Promise.all(buyers.map(buyOnAndOn));
  const paid = { seconds: seconds(), faults: running.faults(), readings: running.quirks() };
  running.stop();
  // All that is late or under way at the provider has come to its end.
  await delay((quirks?.lateMs ?? 0) + (quirks?.takesMs ?? 0));
  const quietAfterSeconds = await untilQuiet(environment, QUIET_MS);
  await clearDesk(here, admin, () => untilQuiet(environment, QUIET_MS));
  return { ...paid, quietAfterSeconds };
}

/**
 * Runs purchases and refunds, while the provider fails at random, instances are killed and
 * PostgreSQL restarts. Then the faults end, the jobs run until nothing is open, administrators
 * clear the work queue, and the provider's ledger is compared with our records.
 */
export async function runPaymentChaos(environment: PaymentEnvironment, options: ChaosOptions): Promise<ChaosReport> {
  const happened: Record<string, number> = {};
  function count(what: string): void {
    happened[what] = (happened[what] ?? 0) + 1;
  }
  noteCancels(environment);
  const disturbances = await startDisturbances(environment, options, count);
  const here: Surroundings = {
    environment,
    instances: () => disturbances.instances().map(({ url }) => url),
    random: randomNumbers(options.seed),
    buyers: new Map(),
    hasQuirks: options.quirks !== undefined,
    count,
    note: environment.stories.note,
  };
  const timed = await runLoad(here, options, disturbances).finally(disturbances.stop);
  const audit = await environment.audit();
  audit.problems.push(...(await environment.compare()));
  const stories = await environment.stories.tell(audit.problems);
  audit.problems.push(...disturbances.fallen());
  return { ...timed, happened, audit, stories };
}

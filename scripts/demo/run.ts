/**
 * `npm run demo`: fills the embedded database of a development installation with sample data:
 * members, soldiers, orders of 90 days in every state, refund requests, webhooks, mails,
 * conversations, deadlines, booked calls and the work of a case. The same in every run, counted back from now.
 */
import { choosePlan } from '#shared/rules/price.ts';
import { type Config, ConfigError, loadConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/db/connection.ts';
import { migrate } from '../../server/db/migrate.ts';
import { seed } from '../../server/db/seed.ts';
import { type Db, type Trx, transaction } from '../../server/db/transaction.ts';
import { readPrice } from '../../server/features/services/service-row.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { createDataKeys, readKeyRing } from '../../server/lib/keys/data-keys.ts';
import { makeDevDataKeys } from '../../server/lib/keys/dev-data-keys.ts';
import type { Seal } from '../../server/lib/keys/sealed-text.ts';
import { createLogger } from '../../server/lib/logger.ts';
import { hashPassword } from '../../server/lib/password-hash.ts';
import { reachDatabase } from '../reach-database.ts';
import { runCommand } from '../run-command.ts';
import { addCaseWork, addDates } from './demo-case.ts';
import { addConversations } from './demo-conversations.ts';
import { addOrders, type DemoService } from './demo-orders.ts';
import { addPeople, FIRST_MEMBER } from './demo-people.ts';
import { seededRandom } from './random.ts';

const SEED = 20_261_123;
const PASSWORD = 'demo-password-2026';

async function listServices(trx: Trx): Promise<DemoService[]> {
  const rows = await trx
    .selectFrom('services')
    .select(['id', 'title', 'category', 'price'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.flatMap(({ price, ...service }) => {
    const plan = choosePlan(readPrice(price).plans, '');
    return plan ? [{ ...service, plan }] : [];
  });
}

/** Returns what was added; undefined when the database has the sample data already. */
async function fill(db: Db, now: Date, seal: Seal) {
  const passwordHash = await hashPassword(PASSWORD);
  return transaction(db, async (trx) => {
    const filled = trx.selectFrom('users').select('id').where('user_id', '=', FIRST_MEMBER);
    if (await filled.executeTakeFirst()) return undefined;
    const services = await listServices(trx);
    if (services.length === 0) throw new ConfigError(['SEED_SAMPLE: the database has no services; accepted: 1']);
    const making = { random: seededRandom(SEED), now, passwordHash };
    const people = await addPeople(trx, making);
    const orders = await addOrders(trx, { ...making, seal, people, services });
    return { orders, lawyers: people.lawyers };
  });
}

/** Returns what writing conversations needs, as the shop itself has it. */
function toolsOf(config: Config, db: Db, dataKeys: string) {
  const log = createLogger(config.logLevel);
  return { db, log, deskHours: config.deskHours, dataKeys: createDataKeys(db, readKeyRing(dataKeys), log) };
}

await runCommand(async () => {
  const config = loadConfig();
  if (config.mode !== 'development') {
    throw new ConfigError([
      `NODE_ENV: "${config.mode}" is not usable; accepted: development, sample data is for trying`,
    ]);
  }
  if (config.databaseUrl) {
    throw new ConfigError(['DATABASE_URL: is set; only the embedded database can be filled with sample data']);
  }
  const { connection, leave } = await reachDatabase(config);
  const database = openDatabase({ connection, poolSize: 2 });
  const dataKeys = config.dataKeys ?? (await makeDevDataKeys(config.dataDir));
  try {
    await migrate(database.pool);
    const { adminPassword } = await seed(database.db, config);
    if (adminPassword) console.log(`관리자 ${config.adminUserId} 비밀번호: ${adminPassword}`);
    const now = systemClock.now();
    const tools = toolsOf(config, database.db, dataKeys);
    const caseTools = { ...tools, clock: systemClock, events: { publish: () => undefined } };
    const filled = await fill(database.db, now, await tools.dataKeys.forSealing());
    const conversations = filled && (await addConversations(tools, { ...filled, now }));
    if (filled) await addCaseWork(caseTools, { ...filled, now });
    if (filled) await addDates(caseTools, { ...filled, now });
    console.log(
      filled === undefined
        ? '표본 데이터가 이미 있습니다. 새로 만들려면 npm run db:reset을 먼저 실행해주세요.'
        : `표본 데이터를 넣었습니다: 주문 ${filled.orders}건, 상담 ${conversations}건. 회원 ${FIRST_MEMBER}, 담당자 demo.lawyer1, 비밀번호 ${PASSWORD}`,
    );
  } finally {
    await database.close();
    await leave();
  }
});

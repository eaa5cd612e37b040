import { afterAll, beforeEach, expect } from 'vitest';
import { NOTICE_TEMPLATES } from '#content/notices/templates.ts';
import { loadConfig } from '#server/config.ts';
import { transaction } from '#server/db/transaction.ts';
import { queueNotice } from '#server/features/notices/queue-notice.ts';
import { sendNotices } from '#server/features/notices/sending/send-notices.ts';
import { NOTICE_KINDS, type NoticeChannel, type NoticeKind } from '#shared/rules/notices/notices.ts';
import { setUpTestApp, TEST_KEYS } from '#tests/support/app/app.ts';
import { createTestClock } from '#tests/support/app/clock.ts';
import type { User } from '#tests/support/app/factories.ts';
import { listMails } from '#tests/support/app/mailbox.ts';
import { createMetricsReader, METRICS_TOKEN } from '#tests/support/app/metrics.ts';
import { startAlimtalkServer } from '#tests/support/providers/alimtalk-server.ts';
import { setUpSolapi } from '#tests/support/providers/solapi.ts';

/** A Monday afternoon in Korea. */
export const NOON = new Date('2026-11-23T04:00:00Z');
/** The code of a kind's approved template. */
export const codeOf = (kind: NoticeKind) => `T_${kind}`;
/** This kind has no approved template. */
export const WITHOUT_TEMPLATE: NoticeKind = 'contacted';

export type Buyer = { user: User; orderId: number; to: string };

/**
 * An app with both providers of messages, at noon before each test, and what tests of notices need.
 * The numbers of its buyers are proven.
 */
export async function setUpNotices({ smsPerHour = 200 } = {}) {
  const clock = createTestClock(NOON);
  let buyers = 0;
  const keys = { clientKey: 'client', secretKey: 'secret', senderKey: 'sender', webhookSecret: 'report-secret' };
  const kinds = NOTICE_KINDS.filter((kind) => kind !== WITHOUT_TEMPLATE);
  const alimtalk = await startAlimtalkServer({
    ...keys,
    templates: Object.fromEntries(kinds.map((kind) => [codeOf(kind), NOTICE_TEMPLATES[kind].text])),
  });
  const { solapi, env } = await setUpSolapi(clock.now);
  const shop = await setUpTestApp({
    clock,
    // Only the messages have the keys of a provider: payments stay in the sandbox.
    payment: loadConfig({ ...TEST_KEYS, NODE_ENV: 'test', SEED_SAMPLE: '0' }).payment,
    env: {
      BOOTPAY_CLIENT_KEY: keys.clientKey,
      BOOTPAY_SECRET_KEY: keys.secretKey,
      BOOTPAY_ALIMTALK_SENDER_KEY: keys.senderKey,
      BOOTPAY_ALIMTALK_WEBHOOK_SECRET: keys.webhookSecret,
      BOOTPAY_COMMERCE_URL: alimtalk.url,
      ALIMTALK_TEMPLATES: kinds.map((kind) => `${kind}:${codeOf(kind)}`).join(','),
      ...env,
      SMS_HOURLY_LIMIT: String(smsPerHour),
      METRICS_TOKEN,
    },
  });
  const metrics = createMetricsReader(shop);
  afterAll(() => alimtalk.close());

  beforeEach(async () => {
    alimtalk.clear();
    solapi.clear();
    await shop.db.deleteFrom('notice_events').execute();
    await shop.db.deleteFrom('rate_limits').execute();
    clock.set(NOON);
  });

  /** A buyer with a number of their own, and an order. */
  async function createBuyer(
    wishes: Partial<Pick<User, 'phone' | 'phone_verified' | 'email'>> & { password?: string } = {},
  ): Promise<Buyer> {
    buyers += 1;
    const phone = `010${String(10_000_000 + buyers)}`;
    const user = await shop.buildUser({ phone, phone_verified: true, email: `b${buyers}@example.com`, ...wishes });
    const { id } = await shop.buildOrder({ user });
    return { user, orderId: id, to: user.phone };
  }

  /** Records an event with every value that a text may need. */
  function queue(kind: NoticeKind, { user, orderId }: Buyer, eventKey?: string) {
    const account = { bankName: '국민은행', accountNumber: '123-456', holder: '법무법인 본보기', priceWon: 350_000 };
    const params = { ...account, at: NOON.toISOString(), slot: '11월 24일(화) 10:00~12:00' };
    return transaction(shop.db, (trx) => queueNotice(trx, { kind, userId: user.id, orderId, params, eventKey }));
  }

  const run = () => sendNotices(shop.deps.notices);
  async function runAfter(ms: number): Promise<void> {
    clock.advance(ms);
    await run();
  }

  /** Channels and statuses of a buyer's notices, in the order in which they were made. */
  async function statusesOf({ user }: Buyer): Promise<string[]> {
    const rows = await shop.db
      .selectFrom('notices')
      .innerJoin('notice_events', 'notice_events.id', 'notices.event_id')
      .select(['notices.channel', 'notices.state'])
      .where('notice_events.user_id', '=', user.id)
      .orderBy('notices.id')
      .execute();
    return rows.map(({ channel, state }) => `${channel} ${state}`);
  }
  const kakaoTo = (buyer: Buyer) => alimtalk.sent().filter(({ to }) => to === buyer.to);
  const smsTo = (buyer: Buyer) => solapi.sent().filter(({ to }) => to === buyer.to);
  const mailsTo = ({ user }: Buyer) => listMails(shop, user.email);

  /** Changes the settings of one kind, and returns the buyer's browser. */
  async function buyerClient(buyer: Buyer, channels: Partial<Record<NoticeChannel, boolean>>, kind: NoticeKind) {
    const client = await shop.client().as(buyer.user);
    const response = await client.put('/api/auth/notices', { kinds: { [kind]: channels } });
    expect(response.statusCode).toBe(200);
    return client;
  }

  const messages = { queue, run, runAfter, statusesOf, kakaoTo, smsTo, mailsTo };
  return { shop, clock, alimtalk, solapi, metrics, createBuyer, buyerClient, ...messages };
}

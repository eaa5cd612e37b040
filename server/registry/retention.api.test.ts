import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#server/lib/time.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { buildPaymentFixture } from '#tests/support/payments/payment-fixture.ts';
import { applyRetention, countOverdue } from './apply-retention.ts';

const UNPAID = 'unpaid orders without any payment';
const NEVER_PAID = 'orders that were never paid: soldier, case and call times';
const PAID = 'paid orders of open accounts: soldier, case and call times';
const PICTURES = 'pictures that no service and no terms show';

const shop = await setUpTestApp();

const daysAgo = (days: number) => new Date(shop.clock.now().getTime() - days * DAY_MS);
const yearsAgo = (years: number, days = 0) => {
  const time = daysAgo(days);
  time.setUTCFullYear(time.getUTCFullYear() - years);
  return time;
};

const SEALED = Buffer.from('sealed');
const SOLDIER = { name: '김보기', relationship: '자녀', military_status: '복무 중', phone: '' };

async function buildCase(status: 'cancelled' | 'confirmed', created_at: Date, paid_price = 0) {
  const order = await shop.buildOrder({ status });
  await shop.db
    .updateTable('orders')
    .set({
      soldier: JSON.stringify(SOLDIER),
      case_description_sealed: SEALED,
      deadline_on: '2026-12-01',
      contact_window: '오전',
      paid_price,
      paid_at: paid_price > 0 ? created_at : null,
    })
    .where('id', '=', order.id)
    .execute();
  await sql`update orders set created_at = ${created_at} where id = ${order.id}`.execute(shop.db);
  await shop.db.updateTable('payment_attempts').set({ paid_at: created_at }).where('order_id', '=', order.id).execute();
  return order.id;
}

function personalCopy(id: number) {
  return shop.db
    .selectFrom('orders')
    .select(['soldier', 'case_description_sealed', 'deadline_on', 'contact_window'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}
const ERASED = {
  soldier: null,
  case_description_sealed: null,
  deadline_on: null,
  contact_window: '',
};

/** A payment that the provider refused. */
function addFailedPayment(order_id: number) {
  return shop.db
    .insertInto('payment_attempts')
    .values({ order_id, receipt_id: `refused-${order_id}`, state: 'failed', lease_until: new Date(), amount: null })
    .execute();
}

describe('retention of orders', () => {
  it('deletes an unpaid order after 90 days with its notes and call, and keeps its conversation', async () => {
    const [old, young] = [await buildCase('cancelled', daysAgo(91)), await buildCase('cancelled', daysAgo(89))];
    const author = await shop.buildUser({ role: 'admin' });
    await shop.db
      .insertInto('order_notes')
      .values({ order_id: old, author_id: author.id, text_sealed: SEALED })
      .execute();
    await shop.db.insertInto('order_steps').values({ order_id: old, position: 1, title: '자료' }).execute();
    const call = { starts_at: daysAgo(80), ends_at: daysAgo(79) };
    await shop.db
      .insertInto('callbacks')
      .values({ order_id: old, ...call })
      .execute();
    const { user_id } = await shop.db
      .selectFrom('orders')
      .select('user_id')
      .where('id', '=', old)
      .executeTakeFirstOrThrow();
    const { id: conversationId } = await shop.db
      .insertInto('conversations')
      .values({
        user_id,
        order_id: old,
        subject: SEALED,
        status: 'answered',
        created_at: daysAgo(91),
        updated_at: daysAgo(91),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect((await countOverdue(shop.db, shop.clock.now()))[UNPAID]).toBe(1);
    expect((await applyRetention(shop.db, shop.clock.now(), { every: 'day' }))[UNPAID]).toBe(1);
    const left = await shop.db.selectFrom('orders').select('id').where('id', 'in', [old, young]).execute();
    expect(left).toEqual([{ id: young }]);
    const conversation = await shop.db
      .selectFrom('conversations')
      .select('order_id')
      .where('id', '=', conversationId)
      .executeTakeFirstOrThrow();
    expect(conversation.order_id).toBeNull();
    await shop.db.deleteFrom('conversations').where('id', '=', conversationId).execute();
    await shop.db.deleteFrom('orders').where('id', '=', young).execute();
  });

  it('keeps every old cancelled order that has met money', async () => {
    const [refused, paid, reported, confirmed] = [
      await buildCase('cancelled', daysAgo(91)),
      await buildCase('cancelled', daysAgo(91), 100_000),
      await buildCase('cancelled', daysAgo(91)),
      await buildCase('cancelled', daysAgo(91)),
    ];
    await addFailedPayment(refused);
    const { order_number } = await shop.db
      .selectFrom('orders')
      .select('order_number')
      .where('id', '=', reported)
      .executeTakeFirstOrThrow();
    await shop.db
      .insertInto('payment_webhooks')
      .values({
        receipt_id: `reported-${reported}`,
        order_number,
        payload: '{}',
        due_at: new Date(),
        received_at: new Date(),
        last_received_at: new Date(),
      })
      .execute();
    const event = { order_id: confirmed, status: 'confirmed', note: '계좌로 입금', actor: 'admin' } as const;
    await shop.db.insertInto('order_events').values(event).execute();
    expect((await applyRetention(shop.db, shop.clock.now(), { every: 'day' }))[UNPAID]).toBe(0);
    const ids = [refused, paid, reported, confirmed];
    expect(await shop.db.selectFrom('orders').select('id').where('id', 'in', ids).execute()).toHaveLength(4);
    await shop.db.deleteFrom('payment_webhooks').where('order_number', '=', order_number).execute();
  });

  it('erases the personal copy of a never-paid order after 90 days, in a dry run only counts it', async () => {
    const [old, young] = [await buildCase('cancelled', daysAgo(91)), await buildCase('cancelled', daysAgo(89))];
    const paid = await buildCase('cancelled', daysAgo(91), 100_000);
    for (const order_id of [old, young]) await addFailedPayment(order_id);
    expect((await countOverdue(shop.db, shop.clock.now()))[NEVER_PAID]).toBe(1);
    expect(await personalCopy(old)).toMatchObject({ case_description_sealed: SEALED });
    expect((await applyRetention(shop.db, shop.clock.now()))[NEVER_PAID]).toBe(1);
    expect(await personalCopy(old)).toEqual(ERASED);
    for (const id of [young, paid]) expect(await personalCopy(id)).toMatchObject({ case_description_sealed: SEALED });
    expect((await countOverdue(shop.db, shop.clock.now()))[NEVER_PAID]).toBe(0);
  });

  it('keeps a paid and refunded order whose receipt had no time of payment', async () => {
    const admin = await buildAdmin(shop);
    const here = await buildPaymentFixture(shop);
    shop.bootpay.fail({ endpoint: 'confirm', misreport: { purchased_at: undefined } });
    shop.bootpay.fail({ endpoint: 'receipt', misreport: { purchased_at: undefined } });
    expect((await here.confirm(await here.pay())).statusCode).toBe(200);
    expect((await here.order()).payment?.paid_at).toEqual(expect.any(String));
    const body = { amount: here.row.price, reason: '고객 요청' };
    expect((await admin.client.post(`/api/admin/orders/${here.row.id}/refunds`, body)).statusCode).toBe(200);
    shop.bootpay.clear();
    await sql`update orders set contact_window = '오전', created_at = ${daysAgo(91)} where id = ${here.row.id}`.execute(
      shop.db,
    );
    await applyRetention(shop.db, shop.clock.now());
    expect(await personalCopy(here.row.id)).toMatchObject({ contact_window: '오전' });
  });

  it('erases case, notes and refund requests five years after the payment, and keeps the order', async () => {
    const [old, young] = [
      await buildCase('confirmed', yearsAgo(5, 1), 350_000),
      await buildCase('confirmed', yearsAgo(4, 364), 350_000),
    ];
    const author = await shop.buildUser({ role: 'admin' });
    const request = { state: 'withdrawn', amount: 350_000 } as const;
    const sealed = { reason_sealed: SEALED, note_sealed: SEALED };
    for (const order_id of [old, young]) {
      await shop.db.insertInto('order_notes').values({ order_id, author_id: author.id, text_sealed: SEALED }).execute();
      await shop.db
        .insertInto('order_steps')
        .values({ order_id, position: 1, title: '자료', note_sealed: SEALED })
        .execute();
      await shop.db
        .insertInto('order_calls')
        .values({ order_id, called_at: daysAgo(1), called_by: author.id, outcome: 'no_answer', note_sealed: SEALED })
        .execute();
      await shop.db
        .updateTable('order_events')
        .set({ note: '', note_sealed: SEALED })
        .where('order_id', '=', order_id)
        .execute();
      await shop.db
        .insertInto('refund_requests')
        .values({
          ...request,
          ...sealed,
          order_id,
          policy_basis: 'before_work',
          policy_reason: '착수 전',
          created_at: daysAgo(1),
          decided_at: daysAgo(1),
          decided_by: author.id,
        })
        .execute();
    }
    expect((await applyRetention(shop.db, shop.clock.now(), { every: 'day' }))[PAID]).toBe(1);
    expect(await personalCopy(old)).toEqual(ERASED);
    expect(await personalCopy(young)).toMatchObject({ contact_window: '오전' });
    const notes = await shop.db.selectFrom('order_notes').select('order_id').execute();
    expect(notes).toEqual([{ order_id: young }]);
    for (const table of ['order_events', 'order_steps', 'order_calls'] as const) {
      const rows = await shop.db
        .selectFrom(table)
        .select(['order_id', 'note_sealed'])
        .where('order_id', 'in', [old, young])
        .execute();
      expect(
        rows.map(({ order_id, note_sealed }) => (order_id === young) === (note_sealed !== null)),
        table,
      ).not.toContain(false);
    }
    const reasons = await shop.db
      .selectFrom('refund_requests')
      .select(['reason_sealed', 'note_sealed'])
      .orderBy('order_id')
      .execute();
    expect(reasons).toEqual([{ reason_sealed: null, note_sealed: null }, sealed]);
    const { paid_price } = await shop.db
      .selectFrom('orders')
      .select('paid_price')
      .where('id', '=', old)
      .executeTakeFirstOrThrow();
    expect(paid_price).toBe(350_000);
  });
});

describe('retention of other rows', () => {
  it('deletes pictures that nothing shows after 30 days', async () => {
    const ids = { shown: '1'.repeat(32), unused: '2'.repeat(32), young: '3'.repeat(32) };
    const image = { sha256: Buffer.alloc(32), width: 480, height: 480 };
    for (const [index, id] of Object.values(ids).entries()) {
      await shop.db
        .insertInto('images')
        .values({ ...image, id, sha256: Buffer.alloc(32, index), created_at: daysAgo(id === ids.young ? 29 : 31) })
        .execute();
    }
    await shop.buildService({
      description: { sections: [{ type: 'image', url: `/uploads/${ids.shown}-480x480.webp` }] },
    });
    expect((await applyRetention(shop.db, shop.clock.now()))[PICTURES]).toBe(1);
    const left = await shop.db.selectFrom('images').select('id').orderBy('id').execute();
    expect(left.map(({ id }) => id)).toEqual([ids.shown, ids.young]);
  });

  it('deletes failed mails after 90 days', async () => {
    for (const [recipient, days] of [
      ['old@example.com', 91],
      ['young@example.com', 89],
    ] as const) {
      await shop.db
        .insertInto('mails')
        .values({ kind: 'notice', recipient, params: '{}', state: 'failed', created_at: daysAgo(days), due_at: null })
        .execute();
    }
    expect((await applyRetention(shop.db, shop.clock.now()))[`failed mails`]).toBe(1);
    expect(await shop.db.selectFrom('mails').select('recipient').where('state', '=', 'failed').execute()).toEqual([
      { recipient: 'young@example.com' },
    ]);
  });

  it('deletes codes once they expire, and identity checks a day later', async () => {
    const user = await shop.buildUser();
    await shop.client().as(user);
    const session = await shop.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    const now = shop.clock.now();
    const row = { user_id: user.id, created_at: daysAgo(2) };
    await shop.db
      .insertInto('phone_codes')
      .values({ ...row, phone: user.phone, code_hash: Buffer.alloc(32), expires_at: now })
      .execute();
    for (const [id, expires_at] of [
      ['old', daysAgo(1)],
      ['young', new Date(daysAgo(1).getTime() + 1)],
    ] as const) {
      await shop.db
        .insertInto('identity_checks')
        .values({ ...row, id, session_id: session.id, purpose: 'phone', expires_at })
        .execute();
    }
    expect(await applyRetention(shop.db, now)).toMatchObject({
      'codes sent to phones': 1,
      'identity checks that were begun': 1,
    });
    expect(await shop.db.selectFrom('identity_checks').select('id').execute()).toEqual([{ id: 'young' }]);
  });

  it('deletes more rows than one statement handles, and stops when it is aborted', async () => {
    const expire = shop.clock.now().getTime() - 1;
    const fill = () =>
      sql`insert into rate_limits (key, points, expire)
        select 'retention:' || n, 1, ${expire} from generate_series(1, 2500) as n`.execute(shop.db);
    await fill();
    const data = 'counters of limits';
    const aborted = await applyRetention(shop.db, shop.clock.now(), { signal: AbortSignal.abort() });
    expect(aborted[data]).toBe(0);
    expect((await applyRetention(shop.db, shop.clock.now()))[data]).toBe(2500);
    expect((await countOverdue(shop.db, shop.clock.now()))[data]).toBe(0);
  });
});

import { describe, expect, it } from 'vitest';
import type { AdminOrderListItem } from '#shared/features/orders/admin-schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';

const shop = await setUpTestApp();
const admin = await buildAdmin(shop);

async function numbersOf(query: string): Promise<string[]> {
  const response = await admin.client.get(`/api/admin/orders?${query}`);
  expect([response.statusCode, query]).toEqual([200, query]);
  return response.json<AdminOrderListItem[]>().map((order) => order.order_number);
}

function search(q: string): Promise<string[]> {
  return numbersOf(new URLSearchParams({ q }).toString());
}

describe('the search for orders', () => {
  it('covers order number, service, user name, login id, phone and receipt id, by any part in any case', async () => {
    const user = await shop.buildUser({ fullname: '선우빛나라', user_id: 'Find.Me-77', phone: '01088887777' });
    const service = await shop.buildService({ title: '희귀한 서비스 ABC' });
    const order = await shop.buildOrder({ user, service, status: 'confirmed' });
    await shop.buildOrder();
    const attempt = await shop.db
      .selectFrom('payment_attempts')
      .select('receipt_id')
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow();
    const { order_number: number } = order;
    const texts = [
      ...[
        number,
        number.slice(2),
        number.slice(-6).toLowerCase(),
        '희귀한',
        '서비스 abc',
        '선우빛나라',
        '우빛',
        '빛나라',
      ],
      ...['find.me', 'ME-77', '01088887777', '010-8888-7777', '8888-7777', '88777'],
      ...[attempt.receipt_id, attempt.receipt_id.slice(3), attempt.receipt_id.slice(0, -2)],
    ];
    for (const q of texts) expect([q, await search(q)]).toEqual([q, [number]]);
    expect(await search('선우빛나라 희귀한')).toEqual([]);
    for (const q of ['%', '🪖', 'a🪖', '\\', "'", '_']) expect([q, await search(q)]).toEqual([q, []]);
  });

  it('finds each part of each field, whatever index serves it', async () => {
    const people = [
      { user_id: 'part.finder-01', fullname: "오'닐\\:*&|!", phone: '01023234545', email: 'part.mail@example.net' },
      { user_id: 'finder', fullname: '가나다라마', phone: '01045452323', email: '' },
    ];
    const day = new Date('2022-02-03T03:00:00Z');
    const made: { number: string; fields: string[] }[] = [];
    for (const person of people) {
      const user = await shop.buildUser(person);
      const soldier = await shop.buildSoldier({ user, fullname: `하사 ${person.user_id}` });
      const order = await shop.buildOrder({
        user,
        soldier,
        service: await shop.buildService({ title: `부분 ${person.user_id}` }),
        createdAt: day,
      });
      const receipt_id = `${order.order_number.slice(-8)}ab12cd34_x-${person.phone.slice(-4)}`;
      await shop.db
        .insertInto('payment_attempts')
        .values({ order_id: order.id, receipt_id, state: 'failed', lease_until: day })
        .execute();
      const fields = [order.order_number, order.service_title, receipt_id, ...Object.values(person)];
      fields.push(soldier.fullname, soldier.phone ?? '');
      made.push({ number: order.order_number, fields: fields.filter(Boolean) });
    }
    const wantedFor = (q: string) =>
      made
        .filter(({ fields }) => fields.some((field) => field.toLowerCase().includes(q.toLowerCase())))
        .map(({ number }) => number)
        .toReversed();
    const parts = made.flatMap(({ fields }) =>
      fields.flatMap((field) =>
        [2, 3, 8].flatMap((length) =>
          field.length > length ? [field.slice(1, 1 + length), field.slice(-length)] : [],
        ),
      ),
    );
    // The search trims, and reads digits with hyphens as a phone too.
    const terms = new Set(parts.filter((part) => part.trim() === part && !/^[\d-]*-[\d-]*$/.test(part)));
    for (const absent of ['part.mail@example.org', '01023234545x', '232345452323']) terms.add(absent);
    // Searches are limited per administrator.
    const { client } = await buildAdmin(shop);
    for (const q of terms) {
      const query = new URLSearchParams({ q, to: '2022-02-03', from: '2022-02-03' });
      const found = (await client.get(`/api/admin/orders?${query}`)).json<AdminOrderListItem[]>();
      expect([q, found.map(({ order_number }) => order_number)]).toEqual([q, wantedFor(q)]);
    }
  });

  it('finds the newest of more orders than it counts, and older ones behind them', async () => {
    const user = await shop.buildUser({ fullname: '선우많음' });
    const place = async (title: string, orders: number) => {
      const { id, category } = await shop.buildService({ title });
      const bought = {
        user_id: user.id,
        service_id: id,
        service_title: title,
        category,
        selected_plan: '기본',
        price: 1000,
      };
      const numbers = Array.from({ length: orders }, (_, at) => `20240202-${title.length}A${at}`);
      await shop.db
        .insertInto('orders')
        .values(numbers.map((order_number) => ({ ...bought, order_number })))
        .execute();
      return numbers.toReversed();
    };
    const find = async (q: string) => {
      const answer = await admin.client.get(`/api/admin/search?${new URLSearchParams({ q })}`);
      return answer.json<{ orders: AdminOrderListItem[] }>().orders.map(({ order_number }) => order_number);
    };
    // More than a short page reads at once.
    const wide = await place('넓은 검색', 1001);
    expect(await find('넓은')).toEqual(wide.slice(0, 5));
    const others = await place('다른 주문입니다', 1001);
    expect(await find('넓은')).toEqual(wide.slice(0, 5));
    expect(await find('선우많음')).toEqual(others.slice(0, 5));
    expect(await find('20240202-5A1000')).toEqual(wide.slice(0, 1));
  });

  it('matches a single character only at the beginning of a field', async () => {
    const user = await shop.buildUser({ fullname: '뷁한솔' });
    const order = await shop.buildOrder({ user });
    expect(await search('뷁')).toEqual([order.order_number]);
    expect(await search('솔')).toEqual([]);
  });

  it('combines with the other filters', async () => {
    const user = await shop.buildUser({ fullname: '제갈공명' });
    const paid = await shop.buildOrder({ user, status: 'confirmed', createdAt: new Date('2023-03-01T00:00:00Z') });
    const open = await shop.buildOrder({ user });
    expect(await search('제갈공명')).toEqual([open.order_number, paid.order_number]);
    const q = encodeURIComponent('제갈공명');
    expect(await numbersOf(`q=${q}&status=completed`)).toEqual([paid.order_number]);
    expect(await numbersOf(`q=${q}&to=2023-03-01`)).toEqual([paid.order_number]);
    expect(await numbersOf(`q=${q}&from=2023-03-02`)).toEqual([open.order_number]);
    expect(await numbersOf(`q=${q}&untouched=1`)).toEqual([paid.order_number]);
  });
});

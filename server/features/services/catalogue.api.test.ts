import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app/app.ts';

let shop: TestApp;
const logged: string[] = [];

beforeAll(async () => {
  const logTo = new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk));
      done();
    },
  });
  shop = await startTestApp({ logTo, env: { LOG_LEVEL: 'warn' } });
});

afterAll(() => shop?.close());

it('the catalogue distinguishes deleted from unknown services, both 404', async () => {
  const { catalogue } = shop.deps;
  const service = await shop.buildService();
  await catalogue.refresh();
  expect(catalogue.isDeleted(service.id)).toBe(false);
  expect(catalogue.changedAt(service.id)).toEqual(service.updated_at);

  await shop.db.updateTable('services').set({ deleted_at: shop.clock.now() }).where('id', '=', service.id).execute();
  await catalogue.refresh();
  expect(catalogue.find(service.id)).toBeUndefined();
  expect(catalogue.list()).toEqual([]);
  expect(catalogue.isDeleted(service.id)).toBe(true);
  expect(catalogue.isDeleted(service.id + 1)).toBe(false);
  expect((await shop.client().get(`/api/services/${service.id}`)).statusCode).toBe(404);
});

it('a refresh reads only the services written since the last one', async () => {
  const { catalogue } = shop.deps;
  const [left, written, replaced] = [await shop.buildService(), await shop.buildService(), await shop.buildService()];
  await catalogue.refresh();
  const [before, replacedBefore] = [catalogue.find(left.id), catalogue.find(replaced.id)];

  // Written directly to the database, bypassing the shop's calls.
  await shop.db.updateTable('services').set({ title: '손으로 바꾼 상담' }).where('id', '=', written.id).execute();
  await shop.db.deleteFrom('services').where('id', '=', replaced.id).execute();
  await shop.buildService({ id: replaced.id, title: '같은 번호의 다른 상담' });
  await catalogue.refresh();

  expect(catalogue.find(left.id)).toBe(before);
  expect(catalogue.find(written.id)?.title).toBe('손으로 바꾼 상담');
  expect(catalogue.find(replaced.id)?.title).not.toBe(replacedBefore?.title);
  const titles = (await shop.client().get('/api/services')).json<{ title: string }[]>().map(({ title }) => title);
  expect(titles).toEqual(expect.arrayContaining([left.title, '손으로 바꾼 상담', '같은 번호의 다른 상담']));
});

it('logs a stored price or description that cannot be read, once per write', async () => {
  const { catalogue } = shop.deps;
  const [broken, unset] = [await shop.buildService(), await shop.buildService()];
  await sql`update services set price = '"}{"', description = '{"sections": 7}' where id = ${broken.id}`.execute(
    shop.db,
  );
  await sql`update services set price = '{}', description = '{}' where id = ${unset.id}`.execute(shop.db);
  await catalogue.refresh();
  await shop.buildService();
  await catalogue.refresh();
  const lines = logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'stored service unreadable');
  expect(lines).toMatchObject([{ serviceId: broken.id, parts: ['price', 'description'] }]);
});

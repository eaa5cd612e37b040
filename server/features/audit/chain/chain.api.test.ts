import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { startTestApp, type TestApp } from '#tests/support/app/app.ts';
import { recordAudit } from '../record-audit.ts';
import { sealAudit } from './seal-audit.ts';
import { verifyAudit } from './verify-audit.ts';

describe('the chain of the audit log', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await startTestApp();
  });
  afterAll(() => shop.close());

  const seal = () => sealAudit({ db: shop.db, log: shop.deps.log });
  const run = (statement: string) => shop.deps.database.pool.query(statement);

  function write(reason: string): Promise<void> {
    const admin = { actor: { id: null, user_id: 'system' }, address: '' };
    return recordAudit(shop.db, { ...admin, action: 'order.note', subjectType: 'order', reason, after: { 글: '가' } });
  }

  it('has all entries of 50 writers once, though three jobs seal at the same time', async () => {
    const writers = Array.from({ length: 50 }, (_, index) => write(`writer ${index}`));
    await Promise.all([...writers, seal(), seal(), seal()]);
    await seal();
    const { rowCount } = await run('select from audit_log');
    expect(rowCount).toBeGreaterThanOrEqual(50);
    expect(await verifyAudit(shop.db)).toMatchObject({ entries: rowCount, problems: [] });
  });

  it('keeps an earlier head while it grows', async () => {
    await seal();
    const { head } = await verifyAudit(shop.db);
    await write('later');
    await seal();
    expect(await verifyAudit(shop.db, head)).toMatchObject({ problems: [], knowsHead: true });
    expect(await verifyAudit(shop.db, 'f'.repeat(64))).toMatchObject({ knowsHead: false });
  });

  it('takes an entry that became visible after later ones', async () => {
    const late = await shop.deps.database.pool.connect();
    await late.query('begin');
    await late.query(
      `insert into audit_log (actor_login, address, action, subject_type) values ('a', '', 'order.note', 'order')`,
    );
    await write('overtakes');
    await seal();
    await late.query('commit');
    late.release();
    await seal();
    const { rows } = await run('select count(*) from audit_log where id not in (select entry_id from audit_chain)');
    expect(rows).toEqual([{ count: 0 }]);
    expect((await verifyAudit(shop.db)).problems).toEqual([]);
  });

  describe('after a change by the owner of the tables', () => {
    let entry: number;
    beforeAll(async () => {
      await write('to be changed');
      await seal();
      entry = (await run('select max(id) as id from audit_log')).rows[0].id;
      await write('after it');
      await seal();
      await run('alter table audit_log disable trigger user; alter table audit_chain disable trigger user');
    });
    afterEach(async () => {
      expect((await verifyAudit(shop.db)).problems).toEqual([]);
    });

    async function during(change: string, undo: string): Promise<string[]> {
      await run(change);
      const { problems } = await verifyAudit(shop.db);
      await run(undo);
      return problems;
    }

    it('names the entry', async () => {
      const [change, undo] = ['other', 'to be changed'].map(
        (reason) => `update audit_log set reason = '${reason}' where id = ${entry}`,
      );
      expect(await during(change ?? '', undo ?? '')).toEqual([`entry ${entry} or its place in the chain was changed`]);
    });

    it('finds a removed entry', async () => {
      const problems = await during(
        `create table kept as select * from audit_log where id = ${entry}; delete from audit_log where id = ${entry}`,
        'insert into audit_log overriding system value select * from kept; drop table kept',
      );
      expect(problems).toEqual([`entry ${entry} is gone`]);
    });

    it('finds a removed link', async () => {
      const problems = await during(
        `create table kept as select * from audit_chain where entry_id = ${entry}; delete from audit_chain where entry_id = ${entry}`,
        'insert into audit_chain select * from kept; drop table kept',
      );
      expect(problems).toContainEqual(expect.stringMatching(/^the chain has a gap before number \d+$/));
    });

    it('finds entries that were never sealed', async () => {
      await write('old');
      await run("update audit_log set at = now() - interval '1 hour' where reason = 'old'");
      expect((await verifyAudit(shop.db)).problems).toEqual(['1 entries older than ten minutes are not in the chain']);
      await seal();
    });
  });
});

it('logins of administrators, failed ones too, and reads of the log are in the log', async () => {
  const shop = await startTestApp({ env: { ADMIN_PASSWORD: 'rain over nine hills', SEED_SAMPLE: '1' } });
  try {
    const client = shop.client();
    await client.post('/api/auth/login', { userId: 'admin', password: 'wrong-password' });
    await client.post('/api/auth/login', { userId: 'admin', password: 'rain over nine hills' });
    const reader = await buildAdmin(shop);
    await reader.client.get('/api/admin/audit?action=user.login');
    const { rows } = await shop.deps.database.pool.query(
      `select actor_login, action, after from audit_log order by id`,
    );
    expect(rows).toEqual([
      { actor_login: 'system', action: 'user.login_failed', after: { method: 'password' } },
      { actor_login: 'admin', action: 'user.login', after: { method: 'password' } },
      {
        actor_login: reader.user.user_id,
        action: 'audit.list',
        after: { filters: { action: 'user.login' }, entries: 1 },
      },
    ]);
  } finally {
    await shop.close();
  }
});

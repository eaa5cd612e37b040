import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#server/lib/time.ts';
import type { PersonalData } from '#shared/features/accounts/personal-data-schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import { createTestClock } from '#tests/support/app/clock.ts';
import { listMails } from '#tests/support/app/mailbox.ts';
import { endLimitWindows } from '#tests/support/limits/limit-windows.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';
import { reviewMarketingConsents } from './review-consents.ts';

const START = new Date('2026-11-26T03:00:00Z');
const clock = createTestClock(START);
const shop = await setUpTestApp({ clock });
const admin = await buildAdmin(shop);
let members = 0;

beforeEach(async () => {
  clock.set(START);
  await shop.db.deleteFrom('marketing_consents').execute();
  await shop.db.deleteFrom('rate_limits').execute();
});

const review = () => reviewMarketingConsents({ db: shop.db, clock });
const advanceTo = (days: number) => clock.set(new Date(START.getTime() + days * DAY_MS));

async function buildMember({ hasEmail = true } = {}) {
  members += 1;
  const email = hasEmail ? `member${members}@example.com` : '';
  const user = await shop.buildUser({ email, fullname: '김동의' });
  const client = await shop.client().as(user);
  const set = (channel: 'email' | 'sms', is_on: boolean) =>
    client.put('/api/auth/notices', { [`marketing_${channel}`]: { is_on } });
  return { user, client, email, set };
}

async function historyOf(client: Client) {
  const { marketing_consents } = (await client.get('/api/auth/personal-data')).json<PersonalData>();
  return marketing_consents.map(({ channel, is_given, source, changed_at }) => [channel, is_given, source, changed_at]);
}

async function kindsTo(email: string) {
  return (await listMails(shop, email)).map(({ kind }) => kind);
}

async function listed(query = '') {
  const response = await admin.client.get(`/api/admin/marketing-consents${query}`);
  expect(response.statusCode).toBe(200);
  return response.json();
}

describe('a change of a consent to advertising', () => {
  it('is a dated row each time, and one that changes nothing is none', async () => {
    const { client, set } = await buildMember();
    const times: string[] = [];
    for (const isOn of [true, false, true, true]) {
      times.push(clock.now().toISOString());
      expect((await set('email', isOn)).statusCode).toBe(200);
      clock.advance(60_000);
    }
    expect(await historyOf(client)).toEqual([
      ['email', true, 'settings', times[0]],
      ['email', false, 'settings', times[1]],
      ['email', true, 'settings', times[2]],
    ]);
    const settings = (await client.get('/api/auth/notices')).json();
    expect(settings.marketing_email).toEqual({ is_on: true, changed_at: times[2] });
    expect(settings.marketing_sms).toEqual({ is_on: false, changed_at: null });
  });

  it('is confirmed by a mail with sender, date and result', async () => {
    const { email, set } = await buildMember();
    await set('sms', true);
    await set('sms', false);
    const mails = (await listMails(shop, email)).filter(({ kind }) => kind === 'marketing_changed');
    expect(mails.map(({ text }) => /문자 수신: .*/.exec(text)?.[0])).toEqual([
      '문자 수신: 2026. 11. 26. 12:00 동의',
      '문자 수신: 2026. 11. 26. 12:00 동의 철회',
    ]);
    for (const { text } of mails) expect(text).toContain('전송자: ');
  });

  it('is confirmed on a later day, in one mail, where the address has got its mails of the day', async () => {
    const { email, set } = await buildMember();
    for (const isOn of [true, false, true, false, true]) await set('email', isOn);
    expect(await kindsTo(email)).toHaveLength(3);
    await shop.db.deleteFrom('rate_limits').execute();
    advanceTo(1);
    await review();
    await review();
    const mails = await listMails(shop, email);
    expect(mails).toHaveLength(4);
    expect(mails.at(-1)?.text.match(/이메일 수신: /g)).toHaveLength(2);
  });

  it('is confirmed within 14 days once the account has an address, and not after', async () => {
    const [early, late] = [await buildMember({ hasEmail: false }), await buildMember({ hasEmail: false })];
    for (const { set } of [early, late]) await set('email', true);
    const give = (id: number, email: string) =>
      shop.db.updateTable('users').set({ email }).where('id', '=', id).execute();
    await give(early.user.id, 'early@example.com');
    advanceTo(13);
    await review();
    await give(late.user.id, 'late@example.com');
    advanceTo(14);
    await review();
    expect([await kindsTo('early@example.com'), await kindsTo('late@example.com')]).toEqual([
      ['marketing_changed'],
      [],
    ]);
  });
});

it('a consent is given twenty times a day, and always withdrawn', async () => {
  const { set, client } = await buildMember();
  for (let time = 0; time < 20; time += 1) {
    expect((await set('email', true)).statusCode).toBe(200);
    expect((await set('email', false)).statusCode).toBe(200);
  }
  const refused = await set('email', true);
  expectError(refused, 429, 'TOO_MANY_REQUESTS');
  expect(refused.headers['retry-after']).toMatch(/^\d+$/);
  expect(await historyOf(client)).toHaveLength(40);
  await endLimitWindows(shop.db);
  expect((await set('sms', true)).statusCode).toBe(200);
  expect((await set('sms', false)).statusCode).toBe(200);
});

describe('the reminder of a consent', () => {
  it('goes by mail before each second anniversary, once, with the date and the way to withdraw', async () => {
    const { email, set } = await buildMember();
    await set('email', true);
    const reminders = async () => (await listMails(shop, email)).filter(({ kind }) => kind === 'marketing_reminder');
    clock.set(new Date('2028-11-12T02:59:00Z'));
    await review();
    expect(await reminders()).toEqual([]);
    clock.set(new Date('2028-11-12T03:00:00Z'));
    await Promise.all([review(), review()]);
    const [first, ...others] = await reminders();
    expect(others).toEqual([]);
    expect(first?.text).toContain('이메일 수신: 2026. 11. 26. 12:00 동의');
    expect(first?.text).toContain('/profile');
    clock.set(new Date('2030-11-12T03:00:00Z'));
    await review();
    expect(await reminders()).toHaveLength(2);
  });

  it('does not go after a withdrawal', async () => {
    const { email, set } = await buildMember();
    await set('email', true);
    await set('email', false);
    clock.set(new Date('2029-01-01T00:00:00Z'));
    await review();
    expect(await kindsTo(email)).not.toContain('marketing_reminder');
  });
});

describe('GET /api/admin/marketing-consents', () => {
  it('lists the consents that stand, by channel, and is audited', async () => {
    const { user, set, email } = await buildMember();
    for (const isOn of [true, false, true]) await set('email', isOn);
    await set('sms', true);
    const rest = { account_id: user.id, user_id: user.user_id, fullname: '김동의', is_given: true, source: 'settings' };
    const given = { changed_at: START.toISOString(), remind_at: '2028-11-12T03:00:00.000Z' };
    expect(await listed()).toMatchObject([
      { ...rest, ...given, channel: 'sms', contact: user.phone },
      { ...rest, ...given, channel: 'email', contact: email },
    ]);
    expect(await listed('?channel=email')).toHaveLength(1);
    expect(await listed('?view=all&order=asc')).toMatchObject(
      [true, false, true, true].map((is_given) => ({ is_given })),
    );
    const [entry] = await admin.audit('user.list_marketing');
    expect(entry).toMatchObject({ after: { users: [user.id] } });
  });

  it('lists the consents that are two years old, those that no mail could remind of too', async () => {
    const [mailed, silent] = [await buildMember(), await buildMember({ hasEmail: false })];
    for (const { set } of [mailed, silent]) await set('sms', true);
    advanceTo(100);
    await (await buildMember()).set('sms', true);
    clock.set(new Date('2028-11-20T00:00:00Z'));
    await review();
    expect(await listed('?view=two_years')).toMatchObject([
      { user_id: silent.user.user_id, remind_at: '2028-11-12T03:00:00.000Z' },
      { user_id: mailed.user.user_id, remind_at: '2030-11-12T03:00:00.000Z' },
    ]);
    expect(await listed()).toHaveLength(3);
  });

  it('gives the same as a file for a spreadsheet, which is audited twice', async () => {
    const [early, later] = [await buildMember(), await buildMember({ hasEmail: false })];
    await early.set('email', true);
    advanceTo(1);
    await later.set('sms', true);
    await later.set('email', true);
    clock.set(new Date('2028-11-13T03:00:00Z'));
    const query = `view=two_years&channel=sms&reason=${encodeURIComponent('정기 확인')}`;
    const file = await admin.client.get(`/api/admin/marketing-consents/export?${query}`);
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="marketing-consents-2028-11-13.csv"',
    });
    const [phone] = [later.user.phone.replace(/^(\d{3})(\d{4})/, '$1-$2-')];
    expect(file.body.split('\r\n')).toEqual([
      '\uFEFF아이디,이름,수단,받는 곳,의사,방법,일시,다음 확인',
      `${later.user.user_id},김동의,문자,${phone},동의,알림 설정,2026-11-27 12:00:00,2028-11-13`,
      '',
    ]);
    const [ended, begun] = await admin.audit('user.');
    const filters = { view: 'two_years', channel: 'sms' };
    expect(begun).toMatchObject({ action: 'user.export_marketing', after: { filters }, reason: '정기 확인' });
    expect(ended).toMatchObject({ action: 'user.exported_marketing', after: { filters, rows: 1, isComplete: true } });
    expectError(await admin.client.get('/api/admin/marketing-consents/export?view=old'), 400, 'VALIDATION_FAILED');
  });

  it.each(['view=old', 'channel=fax', 'sort=name'])('returns 400 for %s', async (query) => {
    expectError(await admin.client.get(`/api/admin/marketing-consents?${query}`), 400, 'VALIDATION_FAILED');
  });
});

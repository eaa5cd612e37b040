import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { transaction } from '#server/db/transaction.ts';
import { insertNote } from '#server/features/orders/state/insert-note.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';

const shop = await setUpTestApp();

/**
 * Tables that refer to an account, an order or a conversation, and where the file has their rows.
 */
const IN_FILE = {
  consents: 'consents',
  marketing_consents: 'marketing_consents',
  phone_proofs: 'phone_proofs',
  second_factors: 'second_factors',
  known_devices: 'known_devices',
  notice_settings: 'notice_settings',
  notice_events: 'notices',
  sessions: 'sessions',
  login_events: 'logins',
  social_identities: 'social_logins',
  soldiers: 'soldiers',
  orders: 'orders',
  order_events: 'orders.timeline',
  order_steps: 'orders.steps',
  order_notes: 'orders.notes',
  order_proofs: 'orders.proof',
  payment_attempts: 'orders.payments',
  refunds: 'orders.refunds',
  refund_requests: 'orders.refund_requests',
  callbacks: 'orders.callbacks',
  question_answers: 'answers',
  case_consents: 'case_consents',
  letter_signatures: 'signatures',
  conversations: 'conversations',
  conversation_messages: 'conversations.messages',
  attachments: 'files',
} as const;

/** The others, with the reason why the file does not have them. */
const LEFT_OUT = {
  case_events: 'when people joined, shared and left; consents are listed',
  case_invitations: 'secrets that live for two weeks',
  case_views: 'who read what of a case; the client reads it there',
  conversation_notes: 'what administrators wrote to each other; never sent to a customer (contract §5)',
  conversation_reads: 'how far each side has read',
  gate_overrides: 'why two administrators let something be filed before the letter; administrators only',
  email_links: 'secrets that live for days; the mails are listed',
  identity_checks: 'secrets that live for a day; the proof is listed',
  images: 'pictures of services, uploaded by administrators',
  letter_events: 'when a letter was offered, read and signed; the signatures are listed',
  letters: 'what the firm offers for signing; what the person signed is listed',
  order_calls: 'when administrators called, with their notes; the first call is a line of the timeline',
  order_deadlines: 'days that the firm computed or set; the answers are listed',
  order_opponents: 'names of other people, for administrators alone (contract §9)',
  order_question_sets: 'which questions were asked and how far they are; the answers are listed',
  order_papers: 'what administrators asked for; the files are listed',
  participants: "the buyer's part in orders that are listed",
  passkey_challenges: 'secrets that live for minutes',
  password_resets: 'secrets that live for an hour',
  payment_differences: "the firm's comparison of its books; the payments are listed",
  payment_webhooks: "the provider's messages about payments that are listed",
  pending_acts: 'acts of administrators of the last minute; they become lines of the timeline and messages',
  pending_logins: 'secrets that live for minutes',
  phone_codes: 'secrets that live for minutes',
  push_subscriptions: 'administrators only: browsers that get pushes',
  recovery_codes: 'secrets; the factor is listed',
  refund_proposals: 'what two administrators decide between each other; the refund is listed',
  retained_buyers: 'buyers whose account is closed, so that they cannot ask',
  saved_filters: 'administrators only: filters of lists',
  second_factor_delays: 'how long a login waits after wrong codes',
  services: 'the catalogue, with its lawyers',
  staff_invitations: 'invitations of other people that are still open; administrators only',
  staff_profiles: 'administrators only: the public name and title',
  terms_versions: 'the terms, with the administrator who wrote them',
  user_permissions: 'administrators only',
} as const;

describe('GET /api/auth/personal-data', () => {
  it('has every table about a person, or a reason why not', async () => {
    const { rows } = await sql<{ name: string }>`
      select distinct conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = any(array['users', 'orders', 'conversations']::regclass[])
      order by 1`.execute(shop.db);
    expect(rows.map(({ name }) => name)).toEqual([...Object.keys(IN_FILE), ...Object.keys(LEFT_OUT)].sort());
    const client = await shop.client().as(await shop.buildUser());
    const file = (await client.get('/api/auth/personal-data')).json();
    for (const place of Object.values(IN_FILE)) expect(file).toHaveProperty(place.split('.')[0] ?? place);
  });

  it("returns all of the user's own data as a file", async () => {
    const user = await shop.buildUser({ fullname: '홍길동', email: 'mine@example.com' });
    const soldier = await shop.buildSoldier({ user, fullname: '홍이병' });
    const order = await shop.buildOrder({ user, soldier, status: 'confirmed' });
    await shop.db.insertInto('consents').values({ user_id: user.id, document: 'terms', version: '1' }).execute();
    await shop.db
      .insertInto('mails')
      .values({ kind: 'welcome', recipient: 'mine@example.com', params: JSON.stringify({ userId: user.user_id }) })
      .execute();
    const call = { starts_at: new Date('2026-11-24T01:00:00Z'), ends_at: new Date('2026-11-24T03:00:00Z') };
    await shop.db
      .insertInto('callbacks')
      .values({ order_id: order.id, ...call })
      .execute();
    const client = await shop.client().as(user);
    const response = await client.get('/api/auth/personal-data');
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-disposition']).toContain('attachment');
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.json()).toMatchObject({
      account: { user_id: user.user_id, fullname: '홍길동', email: 'mine@example.com' },
      consents: [{ document: 'terms', version: '1' }],
      sessions: [{ created_at: expect.any(String) }],
      soldiers: [{ fullname: '홍이병' }],
      orders: [
        {
          order_number: order.order_number,
          status: 'confirmed',
          payments: [{ state: 'paid' }],
          callbacks: [{ starts_at: '2026-11-24T01:00:00.000Z', contacted_at: null }],
        },
      ],
      mails: [{ recipient: 'mine@example.com' }],
    });
  });

  it('has what was noted, planned, paid back and sent', async () => {
    const user = await shop.buildUser();
    const admin = await shop.buildUser({ role: 'admin' });
    const order = await shop.buildOrder({ user, status: 'confirmed' });
    const { id: order_id } = order;
    const { receipt_id } = await shop.db
      .selectFrom('payment_attempts')
      .select('receipt_id')
      .where('order_id', '=', order_id)
      .executeTakeFirstOrThrow();
    await shop.db
      .insertInto('refunds')
      .values({
        order_id,
        receipt_id,
        cancel_id: `return-${order_id}`,
        amount: 1000,
        reason: '부분 환불',
        requested_by: admin.user_id,
      })
      .execute();
    const seal = await shop.deps.dataKeys.forSealing();
    const note = { orderId: order_id, authorId: admin.id, text: '전화로 확인함', isVisible: false };
    await transaction(shop.db, (trx) => insertNote(trx, seal, note));
    await shop.db.insertInto('order_steps').values({ order_id, position: 1, title: '자료 요청' }).execute();
    const { id: event_id } = await shop.db
      .insertInto('notice_events')
      .values({ kind: 'step_done', user_id: user.id, order_id })
      .returning('id')
      .executeTakeFirstOrThrow();
    await shop.db.insertInto('notices').values({ event_id, channel: 'sms', phone: '01012345678' }).execute();
    const client = await shop.client().as(user);
    await client.put('/api/auth/notices', { kinds: { paid: { sms: false } } });
    expect((await client.get('/api/auth/personal-data')).json()).toMatchObject({
      orders: [
        {
          refunds: [{ amount: 1000, reason: '부분 환불', state: 'requested' }],
          notes: [{ text: '전화로 확인함' }],
          steps: [{ title: '자료 요청', done_at: null }],
        },
      ],
      notices: [{ kind: 'step_done', channel: 'sms', phone: '01012345678', state: 'queued' }],
      notice_settings: [{ kind: 'paid', channel: 'sms', is_on: false }],
    });
  });

  it('contains no data of other users and no secrets', async () => {
    const other = await shop.buildUser({ fullname: '타인', email: 'other@example.com', password: 'other-secret-1' });
    await shop.buildOrder({ user: other, soldier: await shop.buildSoldier({ user: other, fullname: '타인이병' }) });
    const user = await shop.buildUser({ email: '', password: 'my-own-secret-1' });
    const client = await shop.client().as(user);
    const { body } = await client.get('/api/auth/personal-data');
    expect(body).not.toMatch(/타인|other@example\.com|argon2|token/);
    expect(JSON.parse(body)).toMatchObject({ soldiers: [], orders: [], mails: [] });
  });

  it('contains no mails of another account with the same address', async () => {
    const owner = await shop.buildUser({ email: 'claimed@example.com' });
    const bought = await shop.buildOrder({ user: owner, soldier: await shop.buildSoldier({ user: owner }) });
    const guest = await shop.buildUser({ email: '' });
    const own = await shop.buildOrder({ user: guest, soldier: await shop.buildSoldier({ user: guest }) });
    const said = [
      ['welcome', { userId: owner.user_id }],
      ['user_id_notice', { userIds: [owner.user_id] }],
      ['password_reset', { accounts: [{ userId: owner.user_id, token: 'token' }] }],
      ['password_reset', {}],
      ['order_confirmed', { orderNumber: bought.order_number }],
      ['refund_asked', { orderNumber: own.order_number }],
    ] as const;
    for (const [kind, params] of said) {
      const mail = { kind, recipient: 'claimed@example.com', params: JSON.stringify(params) };
      await shop.db.insertInto('mails').values(mail).execute();
    }
    const mailsOf = async (user: typeof owner) => {
      const client = await shop.client().as(user);
      await client.put('/api/auth/update-profile', { email: 'claimed@example.com' });
      const { mails } = (await client.get('/api/auth/personal-data')).json();
      return mails.map(({ kind }: { kind: string }) => kind);
    };
    expect(await mailsOf(guest)).toEqual(['refund_asked', 'email_verification']);
    expect(await mailsOf(owner)).toEqual(['welcome', 'user_id_notice', 'password_reset', 'order_confirmed']);
  });

  it('returns 401 for a visitor', async () => {
    expect((await shop.client().get('/api/auth/personal-data')).statusCode).toBe(401);
  });
});

it('personal data can be exported twenty times per 15 minutes by each user', async () => {
  const client = await shop.client().as(await shop.buildUser());
  const statuses: number[] = [];
  for (let time = 0; time < 21; time += 1) statuses.push((await client.get('/api/auth/personal-data')).statusCode);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
  const other = await shop.client().as(await shop.buildUser());
  expect((await other.get('/api/auth/personal-data')).statusCode).toBe(200);
});

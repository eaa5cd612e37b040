import { describe, expect, it } from 'vitest';
import { TERMS_VERSION } from '#content/terms-version.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';

const shop = await setUpTestApp({ limits: { registerPerHour: 0 } });

const PASSWORD = 'secret12';
let made = 0;

/** Builds a valid registration with a unique login id. */
function registration(difference: Record<string, unknown> = {}): Record<string, unknown> {
  made += 1;
  return {
    userId: `New.user-${made}`,
    password: PASSWORD,
    phone: '010-1234-5678',
    email: 'new@example.com',
    fullname: '홍길동',
    acceptedTos: true,
    ...difference,
  };
}

function findUser(userId: unknown) {
  return shop.db.selectFrom('users').selectAll().where('user_id', '=', String(userId)).executeTakeFirst();
}

describe('POST /api/auth/register', () => {
  it('creates the account and the consent, and opens no session', async () => {
    const body = registration();
    const client = shop.client();
    const response = await client.post('/api/auth/register', body);
    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual({ success: true, userId: body.userId });
    expect(response.headers['cache-control']).toBe('no-store');
    expect(client.cookies.has('sid')).toBe(false);
    const user = await findUser(body.userId);
    expect(user).toMatchObject({ phone: '01012345678', email: 'new@example.com', fullname: '홍길동', role: 'user' });
    expect(user?.password_hash).toMatch(/^\$argon2id\$/);
    const consents = await shop.db
      .selectFrom('consents')
      .selectAll()
      .where('user_id', '=', user?.id ?? 0)
      .execute();
    expect(consents).toMatchObject([{ document: 'terms', version: expect.stringMatching(/./) }]);
  });

  it.each([
    ['only to the terms when nothing is said about marketing', {}, []],
    ['only to the terms when marketing is not ticked', { acceptedMarketing: false }, []],
    ['to marketing when it is ticked', { acceptedMarketing: true }, ['email', 'sms']],
  ])('notes what was agreed to, with version and time: %s', async (_name, difference, channels) => {
    const body = registration(difference);
    expect((await shop.client().post('/api/auth/register', body)).statusCode).toBe(201);
    const user = await findUser(body.userId);
    const consents = await shop.db
      .selectFrom('consents')
      .selectAll()
      .where('user_id', '=', user?.id ?? 0)
      .execute();
    const noted = { version: TERMS_VERSION, agreed_at: expect.any(Date), withdrawn_at: null };
    expect(consents).toEqual([{ user_id: user?.id, document: 'terms', ...noted }]);
    const marketing = await shop.db
      .selectFrom('marketing_consents')
      .select(['channel', 'is_given', 'source', 'version', 'changed_at'])
      .where('user_id', '=', user?.id ?? 0)
      .orderBy('id')
      .execute();
    const given = { is_given: true, source: 'sign_up', version: TERMS_VERSION, changed_at: shop.clock.now() };
    expect(marketing).toEqual(channels.map((channel) => ({ channel, ...given })));
  });

  it('accepts a registration without name and e-mail', async () => {
    const { fullname: _fullname, email: _email, ...body } = registration();
    expect((await shop.client().post('/api/auth/register', body)).statusCode).toBe(201);
    expect(await findUser(body.userId)).toMatchObject({ fullname: '', email: '' });
  });

  it('ignores unknown fields: a registration cannot set the role', async () => {
    const body = registration({ role: 'admin', id: 1, phone_verified: true, phoneVerified: true });
    expect((await shop.client().post('/api/auth/register', body)).statusCode).toBe(201);
    expect(await findUser(body.userId)).toMatchObject({ role: 'user', phone_verified: false });
  });

  it.each([
    ['4 characters', 'a_.-'],
    ['20 characters', 'ABCDEFGHIJ0123456789'],
  ])('takes an id of %s', async (_name, userId) => {
    expect((await shop.client().post('/api/auth/register', registration({ userId }))).statusCode).toBe(201);
  });

  it.each([
    ['6 characters', 'abcdef'],
    ['128 characters', 'x'.repeat(128)],
    ['blanks and Hangul', ' 비밀 번호 '],
  ])('takes a password of %s, as it was typed', async (_name, password) => {
    const body = registration({ password });
    expect((await shop.client().post('/api/auth/register', body)).statusCode).toBe(201);
    const login = await shop.client().post('/api/auth/login', { userId: body.userId, password });
    expect(login.statusCode).toBe(200);
  });

  it.each(['01012345678', '010-1234-5678', '02-123-4567', '0311234567'])(
    'accepts the phone number %s',
    async (phone) => {
      const body = registration({ phone });
      expect((await shop.client().post('/api/auth/register', body)).statusCode).toBe(201);
      expect((await findUser(body.userId))?.phone).toBe(phone.replaceAll('-', ''));
    },
  );

  const INVALID: [string, Record<string, unknown>, Record<string, string | RegExp>][] = [
    ['no id', { userId: undefined }, { userId: '아이디를 입력해주세요.' }],
    ['a blank id', { userId: '' }, { userId: '아이디를 입력해주세요.' }],
    ['an id of 3 characters', { userId: 'abc' }, { userId: /4~20자/ }],
    ['an id of 21 characters', { userId: 'a'.repeat(21) }, { userId: /4~20자/ }],
    ['an id in Hangul', { userId: '홍길동님' }, { userId: /영문/ }],
    ['an id with a blank', { userId: 'ab cd' }, { userId: /영문/ }],
    ['an id with a line break', { userId: 'abcd\n' }, { userId: /영문/ }],
    ['no password', { password: undefined }, { password: '비밀번호를 입력해주세요.' }],
    ['a password of 5 characters', { password: '12345' }, { password: /6자 이상/ }],
    ['a password of 129 characters', { password: 'x'.repeat(129) }, { password: /128자 이하/ }],
    ['a password of blanks', { password: '      ' }, { password: '비밀번호를 입력해주세요.' }],
    ['one of the commonest passwords', { password: 'password' }, { password: /너무 흔히 쓰이는 비밀번호입니다/ }],
    ['one in capitals', { password: 'QWERTY123' }, { password: /너무 흔히 쓰이는 비밀번호입니다/ }],
    ['a password of six equal digits', { password: '000000' }, { password: /너무 흔히 쓰이는 비밀번호입니다/ }],
    ['the id as password', { userId: 'Same.As.Id', password: 'same.as.id' }, { password: /아이디와 같은 비밀번호/ }],
    ['no phone number', { phone: undefined }, { phone: '전화번호를 입력해주세요.' }],
    ['a blank phone number', { phone: ' ' }, { phone: '전화번호를 입력해주세요.' }],
    ['a short phone number', { phone: '010-123' }, { phone: '올바른 전화번호 형식이 아닙니다. (예: 010-1234-5678)' }],
    ['a broken e-mail', { email: 'new@' }, { email: '올바른 이메일 형식이 아닙니다.' }],
    ['an e-mail with a second one', { email: 'a@b.kr,c@d.kr' }, { email: '올바른 이메일 형식이 아닙니다.' }],
    ['a name of 51 characters', { fullname: '가'.repeat(51) }, { fullname: '50자 이하로 입력해주세요.' }],
    ['terms not accepted', { acceptedTos: false }, { acceptedTos: '약관에 동의해야 가입이 가능합니다.' }],
    [
      'consent to marketing as text',
      { acceptedMarketing: 'yes' },
      { acceptedMarketing: /동의 여부를 선택해주세요\.$/ },
    ],
    ['terms accepted as text', { acceptedTos: 'true' }, { acceptedTos: '약관에 동의해야 가입이 가능합니다.' }],
    ['two mistakes', { userId: 'a', phone: '1' }, { userId: /영문/, phone: /전화번호/ }],
  ];

  it.each(INVALID)(
    'returns 400 for %s with each wrong field, and writes nothing',
    async (_name, difference, expected) => {
      const before = await shop.countRows();
      const response = await shop.client().post('/api/auth/register', registration(difference));
      expect(response.statusCode).toBe(400);
      const { code, error, details } = response.json();
      expect(code).toBe('VALIDATION_FAILED');
      expect(error).toBe(details[0].message);
      expect(details.map((detail: { path: string }) => detail.path)).toEqual(Object.keys(expected));
      for (const { path, message } of details) expect(message).toMatch(expected[path] ?? '');
      expect(await shop.countRows()).toEqual(before);
    },
  );

  it('returns 409 for a taken id, case-insensitively', async () => {
    const body = registration();
    await shop.client().post('/api/auth/register', body);
    const before = await shop.countRows();
    for (const userId of [String(body.userId), String(body.userId).toUpperCase()]) {
      const response = await shop.client().post('/api/auth/register', registration({ userId }));
      expect(response.statusCode).toBe(409);
      expect(response.json()).toEqual({ code: 'USER_ID_TAKEN', error: '이미 사용 중인 아이디입니다.' });
    }
    expect(await shop.countRows()).toEqual(before);
  });

  it('lets one of several concurrent registrations have the id', async () => {
    const { userId } = registration();
    const statuses = await Promise.all(
      ['', 'x']
        .flatMap(() => [userId, String(userId).toUpperCase()])
        .map(async (wanted) => {
          const response = await shop.client().post('/api/auth/register', registration({ userId: wanted }));
          return response.statusCode;
        }),
    );
    expect(statuses.toSorted()).toEqual([201, 409, 409, 409]);
  });
});

describe('GET /api/auth/check-userid/{userId}', () => {
  it('reports an unused id as available', async () => {
    const response = await shop.client().get('/api/auth/check-userid/unused.id');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ available: true, message: '사용 가능한 아이디입니다.' });
  });

  it('reports a taken id, case-insensitively', async () => {
    const { user_id } = await shop.buildUser({ user_id: 'Some.Body' });
    for (const userId of [user_id, 'some.body', 'SOME.BODY']) {
      const response = await shop.client().get(`/api/auth/check-userid/${userId}`);
      expect(response.statusCode).toBe(409);
      expect(response.json()).toEqual({
        available: false,
        code: 'USER_ID_TAKEN',
        error: '이미 사용 중인 아이디입니다.',
        message: '이미 사용 중인 아이디입니다.',
      });
    }
  });

  it.each([
    ['', '아이디를 입력해주세요.'],
    ['abc', /4~20자/],
    ['%ED%99%8D%EA%B8%B8%EB%8F%99%EB%8B%98', /영문/],
    ['ab%00cd', /영문/],
    ['ab%2Fcd', /영문/],
  ])('refuses "%s"', async (userId, message) => {
    const response = await shop.client().get(`/api/auth/check-userid/${userId}`);
    expect(response.statusCode).toBe(400);
    expect(response.json().error).toMatch(message);
    expect(response.json().details[0].path).toBe('userId');
  });
});

describe('POST /api/auth/login', () => {
  it('opens a session and stores only the hash of its token', async () => {
    const user = await shop.buildUser({ password: PASSWORD });
    const client = shop.client();
    const response = await client.post('/api/auth/login', { userId: user.user_id, password: PASSWORD });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ success: true, userId: user.user_id });
    expect(response.headers['cache-control']).toBe('no-store');
    expect((await client.get('/api/auth/my')).json().user_id).toBe(user.user_id);
  });

  it('takes a look-alike of the id as another id', async () => {
    const user = await shop.buildUser({ user_id: 'kim.real', password: 'secret12' });
    // The Kelvin sign becomes a k in lower case.
    const body = { userId: '\u212aim.real', password: 'secret12' };
    const response = await shop.client().post('/api/auth/login', body);
    expect([response.statusCode, response.json().code]).toEqual([401, 'INVALID_CREDENTIALS']);
    expect(await shop.db.selectFrom('login_events').select('id').where('user_id', '=', user.id).execute()).toEqual([]);
  });

  it('accepts the id in any case and with surrounding blanks, and returns it as registered', async () => {
    const user = await shop.buildUser({ user_id: 'Mixed.Case', password: PASSWORD });
    const response = await shop.client().post('/api/auth/login', { userId: ' mIXED.cASE ', password: PASSWORD });
    expect(response.json()).toEqual({ success: true, userId: user.user_id });
  });

  it('returns the same error for an unknown id, a wrong password and an account without one', async () => {
    const user = await shop.buildUser({ password: PASSWORD });
    const social = await shop.buildUser();
    const tries = [
      { userId: 'unknown.user', password: PASSWORD },
      { userId: user.user_id, password: 'wrong123' },
      { userId: user.user_id, password: PASSWORD.toUpperCase() },
      { userId: social.user_id, password: PASSWORD },
      { userId: '형식도 아닌 아이디', password: PASSWORD },
    ];
    for (const body of tries) {
      const client = shop.client();
      const response = await client.post('/api/auth/login', body);
      expect(response.statusCode).toBe(401);
      expect(response.json()).toEqual({ success: false, error: 'Invalid ID or password', code: 'INVALID_CREDENTIALS' });
      expect(client.cookies.has('sid')).toBe(false);
    }
  });

  it('takes as long for an unknown id as for a wrong password', async () => {
    const user = await shop.buildUser({ password: PASSWORD });
    /** Ratio of the slower to the faster response, each the fastest of a few alternating tries. */
    async function ratio(): Promise<number> {
      // A separate client address each time, so that no rate limit applies.
      const client = shop.client();
      async function msFor(userId: string): Promise<number> {
        const start = performance.now();
        expect((await client.post('/api/auth/login', { userId, password: 'wrong123' })).statusCode).toBe(401);
        return performance.now() - start;
      }
      let [known, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
      for (let count = 0; count < 4; count += 1) {
        known = Math.min(known, await msFor(user.user_id));
        unknown = Math.min(unknown, await msFor('unknown.user'));
      }
      return Math.max(known, unknown) / Math.min(known, unknown);
    }
    // Without the dummy hash an unknown id would answer in a tenth of the time. Measured again
    // when the machine was busy.
    await expect.poll(ratio).toBeLessThan(3);
  });

  it.each([
    [{}, ['userId', 'password']],
    [{ userId: '', password: '' }, ['userId', 'password']],
    [{ userId: '   ', password: '   ' }, ['userId', 'password']],
    [{ userId: 'some.user' }, ['password']],
    [{ userId: 7, password: ['x'] }, ['userId', 'password']],
  ])('refuses %j', async (body, paths) => {
    const response = await shop.client().post('/api/auth/login', body);
    expect(response.statusCode).toBe(400);
    expect(response.json().details.map((detail: { path: string }) => detail.path)).toEqual(paths);
    expect(response.json().error).toMatch(/를 입력해주세요\.$/);
  });
});

describe('GET /api/auth/my', () => {
  it('returns the account with exactly the fields of the contract', async () => {
    const user = await shop.buildUser({ military_status: '전역 후', password: PASSWORD });
    const response = await (await shop.client().as(user)).get('/api/auth/my');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      id: user.id,
      user_id: user.user_id,
      fullname: '홍길동',
      phone: '01012345678',
      phone_verified: false,
      email: 'buyer@example.com',
      military_status: '전역 후',
      role: 'user',
      created_at: user.created_at.toISOString(),
      permissions: [],
      second_factor_required: false,
      has_second_factor: false,
      password_change_required: false,
    });
  });

  it('returns the role of an administrator', async () => {
    const client = await shop.client().as(await shop.buildUser({ role: 'admin' }));
    expect((await client.get('/api/auth/my')).json()).toMatchObject({ role: 'admin', military_status: null });
  });

  it('is 401 for a visitor', async () => {
    const response = await shop.client().get('/api/auth/my');
    expect(response.statusCode).toBe(401);
    expect(response.json()).toEqual({ code: 'UNAUTHENTICATED', error: '로그인이 필요합니다.' });
  });
});

describe('POST /api/auth/logout', () => {
  it('ends the session for every copy of its cookie', async () => {
    const user = await shop.buildUser();
    const client = await shop.client().as(user);
    const copy = shop.client();
    copy.cookies.set('sid', client.cookies.get('sid') ?? '');
    const response = await client.post('/api/auth/logout');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ success: true });
    expect(client.cookies.has('sid')).toBe(false);
    expect((await copy.get('/api/auth/my')).statusCode).toBe(401);
  });

  it('keeps the sessions of other browsers', async () => {
    const user = await shop.buildUser();
    const other = await shop.client().as(user);
    await (await shop.client().as(user)).post('/api/auth/logout');
    expect((await other.get('/api/auth/my')).statusCode).toBe(200);
  });

  it('succeeds for a visitor too', async () => {
    expect((await shop.client().post('/api/auth/logout')).json()).toEqual({ success: true });
  });
});

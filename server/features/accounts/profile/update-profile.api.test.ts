import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import type { User } from '#tests/support/app/factories.ts';
import { listMails } from '#tests/support/app/mailbox.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const shop = await setUpTestApp();

const PASSWORD = 'secret12';
const NEW_PASSWORD = 'another secret 34';

function findUser({ id }: User) {
  return shop.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

async function logIn(user: User, password: string): Promise<number> {
  const response = await shop.client().post('/api/auth/login', { userId: user.user_id, password });
  return response.statusCode;
}

describe('PUT /api/auth/update-profile', () => {
  it('updates the given fields and returns the account', async () => {
    const user = await shop.buildUser({ military_status: '입대 전' });
    const client = await shop.client().as(user);
    const body = { fullname: ' 김새로 ', email: 'new@example.com', military_status: '복무 중' };
    const response = await client.put('/api/auth/update-profile', body);
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.json()).toEqual({
      success: true,
      message: '회원 정보를 수정했습니다.',
      user: {
        id: user.id,
        user_id: user.user_id,
        fullname: '김새로',
        phone: user.phone,
        phone_verified: false,
        email: 'new@example.com',
        military_status: '복무 중',
        role: 'user',
        created_at: user.created_at.toISOString(),
        permissions: [],
        second_factor_required: false,
        has_second_factor: false,
        password_change_required: false,
      },
    });
    expect((await client.get('/api/auth/my')).json()).toEqual(response.json().user);
  });

  it.each([
    [{}, {}],
    [{ fullname: '김새로' }, { fullname: '김새로' }],
    [{ email: '' }, { email: '', recovery_email: 'buyer@example.com', recovery_until: expect.any(Date) }],
    [{ military_status: null }, { military_status: null }],
    [{ currentPassword: 'of no use' }, {}],
    [{ phone: '02-123-4567' }, { phone: '021234567' }],
    [{ role: 'admin', user_id: 'other', id: 1, phone_verified: true }, {}],
  ])('by %j changes %j and leaves the rest as it is', async (body, changed) => {
    const user = await shop.buildUser({ military_status: '전역 후', password: PASSWORD });
    const response = await (await shop.client().as(user)).put('/api/auth/update-profile', body);
    expect(response.statusCode).toBe(200);
    expect(await findUser(user)).toEqual({ ...user, ...changed });
  });

  it.each([
    [{ fullname: '' }, 'fullname', '이름을 입력해주세요.'],
    [{ fullname: '   ' }, 'fullname', '이름을 입력해주세요.'],
    [{ fullname: '가'.repeat(51) }, 'fullname', '50자 이하로 입력해주세요.'],
    [{ email: 'new@' }, 'email', '올바른 이메일 형식이 아닙니다.'],
    [{ military_status: '휴가 중' }, 'military_status', '군 복무 상태를 선택해주세요.'],
    [{ newPassword: '12345', currentPassword: PASSWORD }, 'newPassword', '비밀번호는 6자 이상 128자 이하여야 합니다.'],
    [{ newPassword: 'x'.repeat(129), currentPassword: PASSWORD }, 'newPassword', /128자 이하/],
    [{ newPassword: '      ', currentPassword: PASSWORD }, 'newPassword', '비밀번호를 입력해주세요.'],
    [{ newPassword: NEW_PASSWORD }, 'currentPassword', '현재 비밀번호를 입력해주세요.'],
    [{ newPassword: NEW_PASSWORD, currentPassword: '' }, 'currentPassword', '현재 비밀번호를 입력해주세요.'],
    [{ newPassword: NEW_PASSWORD, currentPassword: ' ' }, 'currentPassword', '현재 비밀번호를 입력해주세요.'],
    [{ newPassword: 'QwErTy123', currentPassword: PASSWORD }, 'newPassword', /흔히 쓰이는/],
    [{ newPassword: 'Same.As.Id', currentPassword: PASSWORD }, 'newPassword', /아이디와 같은/],
  ])('refuses %j and writes nothing', async (wrong, path, message) => {
    const user = await shop.buildUser({ password: PASSWORD, ...(path === 'newPassword' && { user_id: 'same.as.id' }) });
    const client = await shop.client().as(user);
    // The valid fields of the same body must not be written either.
    const body = { fullname: '김새로', email: 'new@example.com', military_status: null, ...wrong };
    const response = await client.put('/api/auth/update-profile', body);
    expectError(response, 400, 'VALIDATION_FAILED');
    expect(response.json().details).toMatchObject([{ path, message: expect.stringMatching(message) }]);
    expect(await findUser(user)).toEqual(user);
    await shop.db.deleteFrom('users').where('id', '=', user.id).execute();
  });

  it('is 401 for a visitor', async () => {
    expectError(await shop.client().put('/api/auth/update-profile', { fullname: '김새로' }), 401, 'UNAUTHENTICATED');
  });
});

describe('changing the password', () => {
  it("ends the user's other sessions, and keeps this one and those of other users", async () => {
    const user = await shop.buildUser({ password: PASSWORD });
    const client = await shop.client().as(user);
    const elsewhere = await Promise.all([shop.client().as(user), shop.client().as(user)]);
    const outsider = await shop.client().as(await shop.buildUser());
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    expect((await client.put('/api/auth/update-profile', body)).statusCode).toBe(200);
    expect((await client.get('/api/auth/my')).statusCode).toBe(200);
    expect((await outsider.get('/api/auth/my')).statusCode).toBe(200);
    for (const other of elsewhere) expect((await other.get('/api/auth/my')).statusCode).toBe(401);
    expect([await logIn(user, PASSWORD), await logIn(user, NEW_PASSWORD)]).toEqual([401, 200]);
  });

  it('returns 400 for a wrong current password, and writes nothing', async () => {
    const user = await shop.buildUser({ password: PASSWORD });
    const client = await shop.client().as(user);
    const other = await shop.client().as(user);
    const body = { fullname: '김새로', currentPassword: 'wrong123', newPassword: NEW_PASSWORD };
    const response = await client.put('/api/auth/update-profile', body);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ code: 'WRONG_PASSWORD', error: '현재 비밀번호가 올바르지 않습니다.' });
    expect(await findUser(user)).toEqual(user);
    expect((await other.get('/api/auth/my')).statusCode).toBe(200);
  });

  it('is refused for an account without one, which sets it by a mailed link', async () => {
    const user = await shop.buildUser();
    const client = await shop.client().as(user);
    const body = { currentPassword: 'anything', newPassword: NEW_PASSWORD };
    expectError(await client.put('/api/auth/update-profile', body), 400, 'WRONG_PASSWORD');
    expect(await findUser(user)).toEqual(user);
  });

  it('is refused after ten wrong passwords, even with the right one and from other sessions', async () => {
    const user = await shop.buildUser({ password: PASSWORD });
    const client = await shop.client().as(user);
    // Fetch the token now, so that concurrent calls do not each fetch one.
    await client.get('/api/csrf-token');
    const body = (currentPassword: string) => ({ currentPassword, newPassword: NEW_PASSWORD });
    const tries = Array.from({ length: 12 }, () => client.put('/api/auth/update-profile', body('wrong123')));
    const codes = (await Promise.all(tries)).map((response) => response.json().code);
    expect(codes.filter((code) => code === 'WRONG_PASSWORD')).toHaveLength(10);
    expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(2);
    const refused = await (await shop.client().as(user)).put('/api/auth/update-profile', body(PASSWORD));
    expectError(refused, 429, 'TOO_MANY_REQUESTS');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(14 * 60);
    // Fields that need no password can still be changed.
    expect((await client.put('/api/auth/update-profile', { fullname: '김새로' })).statusCode).toBe(200);
    expect((await findUser(user))?.password_hash).toBe(user.password_hash);
  });

  it('resets the counter after a right password', async () => {
    const user = await shop.buildUser({ password: PASSWORD });
    const client = await shop.client().as(user);
    for (const [round, current] of [PASSWORD, NEW_PASSWORD].entries()) {
      for (let count = 0; count < 9; count += 1) {
        const body = { currentPassword: 'wrong123', newPassword: NEW_PASSWORD };
        expectError(await client.put('/api/auth/update-profile', body), 400, 'WRONG_PASSWORD');
      }
      const body = { currentPassword: current, newPassword: round === 0 ? NEW_PASSWORD : PASSWORD };
      expect((await client.put('/api/auth/update-profile', body)).statusCode).toBe(200);
    }
  });
});

describe('a change of the e-mail address or the password', () => {
  it('is mailed to the previous address, without the new values', async () => {
    const email = 'told-before@example.com';
    const user = await shop.buildUser({ email, password: PASSWORD });
    const client = await shop.client().as(user);
    const change = { email: 'told-after@example.com', currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    expect((await client.put('/api/auth/update-profile', change)).statusCode).toBe(200);
    const [mail, another] = await listMails(shop, email);
    expect(mail).toMatchObject({ kind: 'email_changed', recipient: email });
    expect(mail?.text).toContain('변경된 정보: 이메일 주소, 비밀번호');
    expect(mail?.text).not.toMatch(/told-after|another secret|secret12/);
    expect(another).toBeUndefined();
    const [verification] = await listMails(shop, 'told-after@example.com');
    expect(verification).toMatchObject({ kind: 'email_verification' });
  });

  it('sends no mail when nothing changed, when it was refused, or without a previous address', async () => {
    const email = 'untold@example.com';
    const user = await shop.buildUser({ email, password: PASSWORD });
    const client = await shop.client().as(user);
    await client.put('/api/auth/update-profile', { fullname: '김새로', email });
    await client.put('/api/auth/update-profile', { currentPassword: 'wrong one', newPassword: NEW_PASSWORD });
    expect(await listMails(shop, email)).toEqual([]);
    const { mails } = await shop.countRows();
    const other = await shop.client().as(await shop.buildUser({ email: '' }));
    expect((await other.put('/api/auth/update-profile', { email: 'first@example.com' })).statusCode).toBe(200);
    // The link that verifies the first address.
    expect((await shop.countRows()).mails).toBe((mails ?? 0) + 1);
  });
});

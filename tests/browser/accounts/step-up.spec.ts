import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#server/lib/time.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import type { User } from '#tests/support/app/factories.ts';
import { expectAccessible, setUpBrowser, visit } from '#tests/support/browser/browser.ts';
import { startSocialProviders } from '#tests/support/browser/social-login.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

const PASSWORD = 'olive brass 19';
/** The browser's console message for an expected error response. */
const REFUSED = /status of 4\d\d/;

const providers = await startSocialProviders();
const shop = await setUpTestApp({ env: { ...providers.env, PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();
afterAll(async () => {
  await providers.close();
});

/** The sessions of the account were opened 10 minutes ago. */
async function age({ id }: Pick<User, 'id'>): Promise<void> {
  const openedAt = new Date(shop.clock.now().getTime() - 10 * MINUTE_MS);
  await sql`update sessions set created_at = ${openedAt} where user_id = ${id}`.execute(shop.db);
}

function emailOf({ id }: Pick<User, 'id'>) {
  return shop.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow();
}

describe('a change of the address in a session of another hour', () => {
  it('asks for the password and is then saved as typed', async () => {
    const user = await shop.buildUser({ password: PASSWORD, email: 'before@example.com' });
    const visitor = await visitAs({ browser, shop }, user, 'phone');
    const { page } = visitor;
    await age(user);
    await page.goto('/profile/edit');
    await page.getByRole('textbox', { name: '이메일' }).fill('after@example.com');
    await page.getByRole('button', { name: '저장' }).click();
    const dialog = page.getByRole('dialog', { name: '본인 확인' });
    await dialog.getByLabel('비밀번호', { exact: true }).fill('a guess');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: '확인', exact: true }).click();
    await dialog.getByText('현재 비밀번호가 올바르지 않습니다.').waitFor();
    expect(await emailOf(user)).toEqual({ email: 'before@example.com' });
    await dialog.getByLabel('비밀번호', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: '확인', exact: true }).click();
    await page.getByText('회원 정보를 수정했습니다.').waitFor();
    expect(await emailOf(user)).toEqual({ email: 'after@example.com' });
    visitor.expectNoTrouble(REFUSED);
    await visitor.context.close();
  });

  it('leads an account without a password to its provider', async () => {
    const sub = randomUUID();
    providers.kakao.person = { sub, nickname: '홍본보기', email: 'before@example.com' };
    const user = await shop.buildUser({ email: 'before@example.com' });
    await shop.db
      .insertInto('social_identities')
      .values({ provider: 'kakao', subject: sub, user_id: user.id })
      .execute();
    const visitor = await visit(browser, shop.url, 'phone', { origins: [providers.kakao.issuer] });
    const { page } = visitor;
    await page.goto('/login?from=/profile/edit');
    await page
      .locator(`a[href$="returnTo=${encodeURIComponent('/profile/edit')}"]`)
      .first()
      .waitFor();
    await page.getByRole('link', { name: '카카오 로그인' }).click();
    const address = page.getByRole('textbox', { name: '이메일' });
    await address.waitFor();
    await age(user);

    await address.fill('after@example.com');
    await page.getByRole('button', { name: '저장' }).click();
    const dialog = page.getByRole('dialog', { name: '본인 확인' });
    await dialog.getByText('다시 로그인하시면 이 화면으로 돌아오며').waitFor();
    expect(await dialog.getByRole('link').count()).toBe(1);
    await expectAccessible(page);
    await dialog.getByRole('link', { name: '카카오 로그인' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.waitForURL('**/profile/edit');
    await address.fill('after@example.com');
    await page.getByRole('button', { name: '저장' }).click();
    await page.getByText('회원 정보를 수정했습니다.').waitFor();
    expect(await emailOf(user)).toEqual({ email: 'after@example.com' });
    visitor.expectNoTrouble(REFUSED);
    await visitor.context.close();
  });
});

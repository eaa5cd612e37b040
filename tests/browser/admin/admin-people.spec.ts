import { describe, expect, it } from 'vitest';
import { koreanDay } from '#shared/rules/business-days.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import type { User } from '#tests/support/app/factories.ts';
import { setUpBrowser } from '#tests/support/browser/browser.ts';
import { becomeUser, visitAs } from '#tests/support/browser/visit-as.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();
const owner = await shop.buildUser({ role: 'admin', fullname: '관리자' });
const visitor = await visitAs({ browser, shop }, owner);
const { page } = visitor;

it('pages on through the soldiers of a user, and shows the orders, by the permission for orders', async () => {
  const user = await shop.buildUser();
  const order = await shop.buildOrder({ user, soldier: null });
  const soldiers = Array.from({ length: 60 }, (_, index) => ({
    user_id: user.id,
    fullname: `군인 ${index + 1}번`,
    relationship: '자녀' as const,
    military_status: '복무 중' as const,
  }));
  await shop.db.insertInto('soldiers').values(soldiers).execute();
  await becomeUser(visitor, shop, await shop.buildUser({ role: 'admin', permissions: ['orders'] }));
  await page.goto(`/admin/users/${user.id}`);
  const orders = page.getByRole('region', { name: '주문', exact: true });
  await orders.getByRole('link', { name: order.order_number }).waitFor();
  await page.getByRole('link', { name: '주문 관리에서 보기' }).waitFor();
  const section = page.getByRole('region', { name: '등록한 군인' });
  await section.getByText('전체 60명 중 먼저 등록한 50명입니다.').waitFor();
  await section.getByRole('button', { name: '군인 더 보기' }).click();
  await section.getByRole('rowheader', { name: '군인 60번' }).waitFor();
  expect(await section.getByRole('button', { name: '군인 더 보기' }).count()).toBe(0);
  await page.goto(`/admin/users/${(await shop.buildUser()).id}`);
  await orders.getByText('주문이 없습니다').waitFor();
  visitor.expectNoTrouble();
});

it('shows no soldiers and orders of a user without the permission for orders', async () => {
  const user = await shop.buildUser();
  await shop.buildOrder({ user, soldier: await shop.buildSoldier({ user, fullname: '군인하나' }) });
  await becomeUser(visitor, shop, await shop.buildUser({ role: 'admin', permissions: ['people'] }));
  await page.goto(`/admin/users/${user.id}`);
  for (const name of ['등록한 군인', '주문']) {
    const region = page.getByRole('region', { name, exact: true });
    await region.getByText('주문 권한이 있는 담당자만 볼 수 있습니다').waitFor();
  }
  expect(await page.getByText(/군인하나|등록한 군인이 없습니다|주문이 없습니다/).count()).toBe(0);
  expect(await page.getByRole('link', { name: '주문 관리에서 보기' }).count()).toBe(0);
  visitor.expectNoTrouble();
});

describe('the role of a user', () => {
  const roleOf = async ({ id }: User) =>
    (await shop.db.selectFrom('users').select('role').where('id', '=', id).executeTakeFirstOrThrow()).role;

  it('changes after a confirmation, in both directions, but not by the administrator themselves', async () => {
    const user = await shop.buildUser();
    await becomeUser(visitor, shop, owner);
    await page.goto(`/admin/users/${user.id}`);
    await page.getByRole('button', { name: '관리자로 지정' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '취소' }).click();
    expect(await roleOf(user)).toBe('user');
    await page.getByRole('button', { name: '관리자로 지정' }).click();
    await page.getByRole('alertdialog').getByText(user.user_id).waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: '지정', exact: true }).click();
    await page.getByText('권한을 바꾸었습니다.').waitFor();
    expect(await roleOf(user)).toBe('admin');
    await page.getByRole('button', { name: '관리자 권한 해제' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '해제', exact: true }).click();
    await page.getByText('일반 회원입니다.').waitFor();
    expect(await roleOf(user)).toBe('user');
    await page.goto(`/admin/users/${owner.id}`);
    await page.getByText('자신의 권한과 사용 여부는 다른 관리자가 바꿀 수 있습니다.').waitFor();
    expect(await page.getByRole('button', { name: '관리자 권한 해제' }).count()).toBe(0);
    visitor.expectNoTrouble();
  });
});

describe('the public name of an administrator', () => {
  it('is set on the page of the user, with who takes the cases of an administrator who is away', async () => {
    const lawyer = await shop.buildUser({ role: 'admin', fullname: '담당 변호사' });
    await becomeUser(visitor, shop, owner);
    // A person who is away is marked where work is given out; a substitute has it meanwhile.
    const [day, substitute] = [koreanDay(new Date(Date.now() + 86_400_000)), await shop.buildUser({ role: 'admin' })];
    await page.goto(`/admin/users/${lawyer.id}`);
    await page.getByLabel('고객에게 보이는 이름').fill('김공개');
    await page.getByLabel('직함').fill('변호사');
    await page.getByLabel('사건을 맡습니다.').uncheck();
    await page.getByLabel('부재 마지막 날').fill(day);
    await page.getByLabel('부재 중에 대신하는 사람').selectOption(String(substitute.id));
    await page.getByRole('button', { name: '공개 정보 저장' }).click();
    await page.getByText('저장했습니다.').waitFor();
    await page.getByLabel('직함').fill('대표 변호사');
    await page.getByRole('button', { name: '공개 정보 저장' }).click();
    const stored = shop.db.selectFrom('staff_profiles').select(['name', 'title', 'away_until', 'substitute_id']);
    await expect
      .poll(() => stored.where('user_id', '=', lawyer.id).execute())
      .toEqual([{ name: '김공개', title: '대표 변호사', away_until: day, substitute_id: substitute.id }]);
    await page.goto('/admin/staff');
    await page
      .getByText(/까지 부재$/)
      .filter({ visible: true })
      .first()
      .waitFor();
    visitor.expectNoTrouble();
  });
});

describe('the permissions of an administrator', () => {
  it('are chosen on the page of the user; menu and pages follow', async () => {
    const user = await shop.buildUser({ role: 'admin', permissions: [], fullname: '담당자' });
    await becomeUser(visitor, shop, owner);
    await page.goto(`/admin/users/${user.id}`);
    await page.getByLabel('주문: ').check();
    await page.getByRole('button', { name: '권한 저장' }).click();
    await page.getByText('저장했습니다.').waitFor();

    await becomeUser(visitor, shop, user);
    await page.goto('/admin/services');
    await page.waitForURL('**/admin');
    await page.getByText('‘서비스 관리’ 화면을 볼 권한이 없습니다.').waitFor();
    const menu = page.getByRole('navigation', { name: '관리자 메뉴' });
    await menu.getByRole('link', { name: '주문 관리' }).waitFor();
    const labels = await menu.getByRole('link').allTextContents();
    expect(labels).toEqual(['대시보드', '통화', '주문 관리', '회원 관리', '보고서', '알림 관리', '2단계 인증']);
    await menu.getByRole('link', { name: '주문 관리' }).click();
    await page.getByRole('heading', { level: 1, name: '주문 관리' }).waitFor();
    await menu.getByRole('link', { name: '대시보드' }).click();
    await page.getByRole('heading', { level: 1, name: '오늘' }).waitFor();
    expect(await page.getByText('권한이 없습니다').count()).toBe(0);
    visitor.expectNoTrouble();
  });
});

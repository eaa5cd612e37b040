import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Invitation } from '#shared/features/participants/invitation-schemas.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { expectAccessible, expectNoSidewaysScroll, setUpBrowser } from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();

const SOLDIER = { name: '김본보기', phone: '01098765432', birth: '2005-03-01' };
const BUYER = { fullname: '홍길동', phone: '01012345678' };

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Makes an invitation, and returns the address that it leads to. */
async function invite(page: Page): Promise<string> {
  await region(page, '참여자').getByRole('button', { name: '초대하기' }).click();
  const text = await page.getByText(/\/join\?token=/).textContent();
  return /\/join\?token=\S+/.exec(text ?? '')?.[0] ?? '/no-link';
}

async function prove(page: Page, person: typeof SOLDIER): Promise<void> {
  await page.getByRole('link', { name: '본인인증하고 참여하기' }).click();
  await page.getByRole('button', { name: '본인인증 시작' }).click();
  await page.waitForURL('**/sandbox/bootpay/auth/**');
  await page.getByLabel('이름').fill(person.name);
  await page.getByLabel('휴대폰 번호').fill(person.phone);
  await page.getByLabel('생년월일').fill(person.birth);
  await page.getByRole('button', { name: '인증하기' }).click();
}

it('lets the buyer invite, withdraw and invite again the soldier, who joins, consents, shares and leaves', async () => {
  const buyer = await shop.buildUser(BUYER);
  const order = await shop.buildOrder({ user: buyer, status: 'confirmed' });
  const parent = await visitAs({ browser, shop }, buyer, 'phone');
  await parent.page.goto(`/orders/${order.id}`);
  const people = region(parent.page, '참여자');
  const withdrawal = people.getByRole('button', { name: '초대 취소' });
  await parent.page.getByRole('navigation', { name: '내 사건' }).getByRole('link', { name: '참여자' }).click();
  await people.getByRole('button', { name: '초대하기' }).waitFor();
  expect(await withdrawal.count()).toBe(0);
  await invite(parent.page);
  await parent.page.reload();
  await people.getByText('초대함').waitFor();
  await withdrawal.click();
  await people.getByText('초대를 취소했습니다.').waitFor();
  await withdrawal.waitFor({ state: 'detached' });
  const link = await invite(parent.page);
  await expectAccessible(parent.page);
  await expectNoSidewaysScroll(parent.page);

  const client = await shop.buildUser({ fullname: SOLDIER.name, phone: SOLDIER.phone });
  const soldier = await visitAs({ browser, shop }, client, 'phone');
  const { page } = soldier;
  // A messenger that makes a preview reads the link first, and spends nothing.
  const headers = { 'user-agent': 'facebookexternalhit/1.1; kakaotalk-scrap/1.0' };
  const preview = await (await fetch(new URL(link, shop.url), { headers })).text();
  expect(preview).toContain('noindex');
  for (const word of [order.service_title, SOLDIER.name]) expect(preview).not.toContain(word);
  await page.goto(link);
  await page.getByText('홍○○님이').waitFor();
  expect(await page.title()).not.toContain(order.service_title);
  await expectAccessible(page);
  await prove(page, SOLDIER);
  await page.getByText('참여했습니다.').waitFor();
  await page.getByRole('link', { name: '계속하기' }).click();
  await page.getByRole('heading', { level: 1, name: order.service_title }).waitFor();
  // The price is the buyer's.
  expect(await page.getByText('350,000원').count()).toBe(0);
  await region(page, '공개 범위').getByText('보이지 않습니다').waitFor();
  // A client is called on the own number alone.
  await region(page, '전화 상담 시간').getByRole('form').waitFor();
  expect(await page.getByLabel('누구에게 걸까요?').count()).toBe(0);
  await region(page, '동의').getByText('모두 선택 사항입니다.').waitFor();
  const sharing = region(page, '동의').getByRole('listitem').filter({ hasText: '결제하신 분에게 제공 동의' });
  await sharing.getByRole('button', { name: '동의합니다' }).click();
  const progress = region(page, '공개 범위').getByLabel('진행 단계와 기한');
  await progress.check();
  await region(page, '공개 범위').getByRole('button', { name: '공개 범위 저장' }).click();
  await region(page, '공개 범위').getByText('저장했습니다.').waitFor();
  await expectNoSidewaysScroll(page);

  await parent.page.reload();
  await people.getByRole('listitem').filter({ hasText: '참여 중' }).getByText('김본보기 (의뢰인)').waitFor();
  expect(await parent.page.getByRole('button', { name: '초대하기' }).count()).toBe(0);

  await region(page, '참여 끝내기').getByRole('button', { name: '참여 끝내기' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '참여 끝내기' }).click();
  await page.getByRole('heading', { level: 1, name: '마이페이지' }).waitFor();
  await page.goto(`/orders/${order.id}`);
  await page.getByText('찾을 수 없').first().waitFor();
  parent.expectNoTrouble();
  await parent.context.close();
  await soldier.context.close();
});

it('says that a made-up link is no invitation, and shows another person nothing, and what to do', async () => {
  const buyer = await shop.buildUser(BUYER);
  const order = await shop.buildOrder({ user: buyer, status: 'confirmed' });
  const invited = await (await shop.client().as(buyer)).post(`/api/orders/${order.id}/invitation`, {});
  const { pathname, search, hash } = new URL(invited.json<Invitation>().url);
  const other = await visitAs({ browser, shop }, await shop.buildUser({ fullname: '박이병' }), 'phone');
  await other.page.goto('/join#token=made-up');
  await other.page.getByText('초대').first().waitFor();
  await other.page.getByRole('alert').waitFor();
  // A client who has joined opens the spent link again to find the case.
  await other.page.getByText('이미 참여하셨으면').getByRole('link', { name: '마이페이지' }).waitFor();
  await other.page.goto('about:blank');
  await other.page.goto(pathname + search + hash);
  await prove(other.page, { name: '박이병', phone: '01055556666', birth: '2004-01-01' });
  await other.page.getByText('초대받은 분의 것과 다릅니다').waitFor();
  expect(await other.page.getByText(order.service_title).count()).toBe(0);
  await other.context.close();
});

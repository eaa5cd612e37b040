import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sealLetters } from '#server/features/letters/sealing/seal-letters.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import {
  expectAccessible,
  expectGoodOnBothScreens,
  expectNoSidewaysScroll,
  type Screen,
  setUpBrowser,
  type Visitor,
} from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';
import { buildLetterCase, LETTER, type LetterCase, type Signer } from '#tests/support/letters/letter-case.ts';
import { pressAt, typeAt } from '../keyboard.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();
const admin = await buildAdmin(shop);

/** Fills in the stand-in of the provider: a popup on a desktop, the same window on a phone. */
async function prove({ page, context }: Visitor, screen: Screen, { person }: Signer): Promise<void> {
  await page.getByRole('button', { name: '본인인증 시작' }).click();
  const opened = screen === 'desktop' ? context.waitForEvent('page') : undefined;
  if (opened) await page.getByRole('button', { name: '계속하기' }).click();
  const check = (await opened) ?? page;
  await check.waitForURL('**/sandbox/bootpay/auth/**');
  await check.getByLabel('이름').fill(person.name);
  await check.getByLabel('휴대폰 번호').fill(person.phone);
  await check.getByLabel('생년월일').fill(person.birth);
  await check.getByRole('button', { name: '인증하기' }).click();
  await page.getByText('본인인증을 마쳤습니다.').waitFor();
}

async function draw(page: Page): Promise<void> {
  const pad = page.getByRole('img', { name: '비어 있는 서명란' });
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new Error('the pad is shown');
  await page.mouse.move(box.x + 40, box.y + 60);
  await page.mouse.down();
  for (let step = 1; step <= 24; step += 1)
    await page.mouse.move(box.x + 40 + step * 9, box.y + 60 + Math.sin(step / 3) * 30);
  await page.mouse.up();
  await page.getByRole('img', { name: '쓴 서명' }).waitFor();
}

/** From the case room to the signature; forgets something, and looks at each page on the way. */
async function sign(here: LetterCase, who: Signer): Promise<Visitor> {
  const visitor = await visitAs({ browser, shop }, who.user, 'phone');
  const { page } = visitor;
  await page.goto(`/orders/${here.orderId}`);
  const part = page.getByRole('region', { name: '계약', exact: true });
  await part.getByText('읽고 서명해주세요.').waitFor();
  await part.getByRole('link', { name: '읽고 서명하기: 수임계약서' }).click();
  await page.getByRole('article', { name: '수임계약서' }).waitFor();
  await expectGoodOnBothScreens(page);
  await page.getByRole('link', { name: '본인인증하고 서명하기' }).click();
  await page.getByRole('heading', { level: 1, name: '수임계약서 서명' }).waitFor();
  await prove(visitor, 'phone', who);
  await page.getByRole('button', { name: '서명하기' }).click();
  await page.getByText('동의하는 문장을 확인하고 체크해주세요.').waitFor();
  await page.getByLabel(/전자서명이 서명날인과 같은 효력/).check();
  await draw(page);
  await page.getByRole('textbox', { name: '이름' }).fill('다른이름');
  await page.getByRole('button', { name: '서명하기' }).click();
  await page.getByText('입력한 이름이 서명할 사람의 이름과 다릅니다.').waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('textbox', { name: '이름' }).fill(who.person.name);
  await page.getByRole('button', { name: '서명하기' }).click();
  await page.getByText('수임계약서에 서명하셨습니다.').waitFor();
  return visitor;
}

const signByCall = async (here: LetterCase, who: Signer) => {
  const signed = await who.client.post(here.path('sign'), await here.signing(who));
  expect(signed.statusCode, signed.body).toBe(200);
};

it('soldier and firm sign on phones after the payer, and the file is checked', async () => {
  const names = { client: '뷁쀍꿻', payer: '가나다라마바사아자차카타파하거너더러머버' };
  const scope = '㈜본보기에 관한 징계 항고서 작성과 제출';
  const here = await buildLetterCase(shop, admin.client, { names });
  await here.staff('', { ...LETTER, scope, terms: '특약 하나 😀' }, 'PUT');
  const staff = await visitAs({ browser, shop }, admin.user, 'phone');
  await staff.page.goto(`/admin/orders/${here.orderId}#letter`);
  const part = staff.page.getByRole('region', { name: '수임계약서', exact: true });
  await part.getByRole('button', { name: '보내기' }).click();
  await staff.page.getByRole('alertdialog').getByRole('button', { name: '보내기' }).click();
  await part.getByText('특약에 문서로 쓸 수 없는 글자: 😀').waitFor();
  await part.getByRole('button', { name: '초안 고치기' }).click();
  await part.getByLabel('특약').fill('특약 하나');
  await part.getByRole('button', { name: '초안 저장' }).click();
  await part.getByRole('button', { name: '보내기' }).click();
  await staff.page.getByRole('alertdialog').getByRole('button', { name: '보내기' }).click();
  await part.getByText('기다리는 서명: 의뢰인, 비용을 내는 사람, 법무법인').waitFor();

  await signByCall(here, here.payer);
  const soldier = await sign(here, here.client);

  await staff.page.reload();
  await part.getByRole('button', { name: '법무법인 서명하기' }).click();
  await staff.page.getByRole('alertdialog').getByRole('button', { name: '서명' }).click();
  await part.getByText('파일을 만들고 있습니다.').or(part.getByText('봉인 없음')).first().waitFor();
  await sealLetters(shop.deps.letters);
  await part.getByText('봉인 없음').waitFor();
  await expectAccessible(staff.page);
  await expectNoSidewaysScroll(staff.page);
  staff.expectNoTrouble(/status of 40[03]/);
  await staff.context.close();

  const { page } = soldier;
  await page.reload();
  const file = page.getByRole('heading', { name: '완성된 문서' });
  // On a phone the document is three screens long: the file comes first.
  await expect.poll(async () => (await file.boundingBox())?.y).toBeLessThan(844);
  await page.getByText('봉인 없음').waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const loading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'PDF 내려받기' }).click();
  const path = await (await loading).path();
  const bytes = await readFile(path);
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');

  await page.getByRole('link', { name: '가지고 있는 파일이 원본과 같은지 확인' }).click();
  const sent: string[] = [];
  page.on('request', (request) => request.postData() !== null && sent.push(request.url()));
  const chooser = page.getByLabel('확인할 파일');
  await chooser.setInputFiles({ name: 'letter.pdf', mimeType: 'application/pdf', buffer: bytes });
  await page.getByText('보관된 원본과 같습니다.').waitFor();
  const changed = Buffer.from(bytes);
  changed.writeUInt8((changed[2000] ?? 0) ^ 1, 2000);
  await chooser.setInputFiles({ name: 'changed.pdf', mimeType: 'application/pdf', buffer: changed });
  await page.getByText('보관된 원본과 다릅니다.').waitFor();
  expect(sent).toEqual([]);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  soldier.expectNoTrouble(/status of 400/);
  await soldier.context.close();
});

it('asks each guardian of a client under age by a separate link, and lets one of them decline', async () => {
  const here = await buildLetterCase(shop, admin.client);
  await here.offer();
  const birth = `${new Date().getFullYear() - 18}-12-31`;
  const client = { ...here.client, person: { ...here.client.person, birth } };
  await signByCall(here, client);
  const soldier = await visitAs({ browser, shop }, client.user, 'phone');
  await soldier.page.goto(`/orders/${here.orderId}/letter`);
  await soldier.page.getByText('법정대리인의 서명을 기다리고 있습니다.').waitFor();
  await soldier.page.getByLabel('법정대리인 이름').fill('박보호');
  await soldier.page.getByLabel('법정대리인 휴대폰 번호').fill('01055556666');
  await soldier.page.getByRole('button', { name: '초대 링크 만들기' }).click();
  await soldier.page.getByText(/\/join\?token=/).waitFor();
  await expectAccessible(soldier.page);
  await expectNoSidewaysScroll(soldier.page);
  soldier.expectNoTrouble();
  await soldier.context.close();

  const guardian = await here.addGuardian();
  const parent = await visitAs({ browser, shop }, guardian.user, 'phone');
  await parent.page.goto(`/orders/${here.orderId}`);
  const parts = parent.page.getByRole('navigation', { name: '내 사건' }).getByRole('link');
  await expect.poll(() => parts.allTextContents()).toEqual(['진행', '신청 정보']);
  const headings = await parent.page.getByRole('heading', { level: 2 }).allTextContents();
  expect(headings).not.toContain('대화');
  expect(headings).not.toContain('문서');
  await parent.page.getByRole('link', { name: '읽고 서명하기: 수임계약서' }).click();
  await parent.page.getByLabel(/한 분만 친권자/).check();
  await expect.poll(async () => (await here.read(here.client)).waits_for).toEqual(['guardian', 'payer', 'firm']);
  await parent.page.getByRole('button', { name: '서명하지 않기' }).click();
  await parent.page.getByLabel('서명하지 않는 까닭').fill('금액을 먼저 여쭙고 싶습니다.');
  await parent.page.getByRole('button', { name: '거절하기' }).click();
  await parent.page.getByText('서명을 거절한 문서입니다.').waitFor();
  await expectNoSidewaysScroll(parent.page);
  parent.expectNoTrouble();
  await parent.context.close();
});

it('leads a parent who pays, by the keyboard alone, from the own sheet to the letter, which a guardian signs', async () => {
  const here = await buildLetterCase(shop, admin.client);
  const { payer, client } = here;
  await shop.db
    .insertInto('participants')
    .values({
      order_id: here.orderId,
      role: 'guardian',
      state: 'joined',
      user_id: payer.user.id,
      joined_at: shop.clock.now(),
    })
    .execute();
  await here.offer();
  await signByCall(here, { ...client, person: { ...client.person, birth: '2010-01-31' } });
  const visitor = await visitAs({ browser, shop }, payer.user);
  const { page } = visitor;
  await page.goto(`/orders/${here.orderId}`);
  await pressAt(page, page.getByRole('link', { name: '읽고 서명하기: 비용 부담 확인서' }));
  await page.getByRole('heading', { level: 1, name: '비용 부담 확인서' }).waitFor();
  await page.getByText('수임계약서 보기').waitFor();
  expect(await page.getByLabel(/한 분만 친권자/).count()).toBe(0);
  await pressAt(page, page.getByRole('link', { name: '본인인증하고 서명하기' }));
  await prove(visitor, 'desktop', payer);
  await pressAt(page, page.getByLabel(/서명날인과 같은 효력/), 'Space');
  await typeAt(page, page.getByRole('textbox', { name: '이름' }), payer.person.name);
  await page.keyboard.press('Enter');
  await page.getByText('비용 부담 확인서에 서명하셨습니다.').waitFor();
  await page.getByRole('heading', { level: 1, name: '수임계약서' }).waitFor();
  await pressAt(page, page.getByLabel(/한 분만 친권자/), 'Space');
  await expect.poll(async () => (await here.read(client)).waits_for).toEqual(['guardian', 'firm']);
  await page.getByRole('link', { name: '본인인증하고 서명하기' }).waitFor();
  await pressAt(page, page.getByText('비용 부담 확인서 보기'));
  await page.getByRole('article', { name: '비용 부담 확인서' }).waitFor();
  await expectNoSidewaysScroll(page);
  visitor.expectNoTrouble();
  await visitor.context.close();
});

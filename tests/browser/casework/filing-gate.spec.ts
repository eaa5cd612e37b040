import { expect, it } from 'vitest';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { expectAccessible, expectNoSidewaysScroll, setUpBrowser } from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';
import { buildCase } from '#tests/support/cases/cases.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built' } });
const browser = await setUpBrowser();

it('holds a filing up until a second administrator approves its reason', async () => {
  const { order } = await buildCase(shop);
  const first = await visitAs({ browser, shop }, (await buildAdmin(shop)).user);
  const second = await visitAs({ browser, shop }, (await buildAdmin(shop)).user, 'phone');

  await first.page.goto(`/admin/orders/${order.id}`);
  const steps = first.page.getByRole('region', { name: '진행 단계' });
  await steps.getByText('단계 추가').click();
  const adding = steps.getByRole('form', { name: '단계 추가' });
  await adding.getByLabel('단계 이름').fill('항고서 제출');
  await adding.getByLabel(/의뢰인 이름으로 제출/).check();
  await adding.getByRole('button', { name: '추가' }).click();
  await steps.getByText('수임계약서가 체결되면 완료할 수 있습니다.').waitFor();
  expect(await steps.getByRole('checkbox', { name: /항고서 제출/ }).isDisabled()).toBe(true);
  await steps.getByRole('button', { name: '계약서 없이 제출: 항고서 제출' }).click();
  const asking = steps.getByRole('form', { name: '계약서 없이 제출: 항고서 제출' });
  await asking.getByRole('button', { name: '승인 요청' }).click();
  await asking.getByText('계약서 없이 제출하는 까닭을 적어주세요.').waitFor();
  await expectAccessible(first.page);
  await asking.getByLabel('계약서 없이 제출하는 까닭').fill('항고 기한이 내일입니다.');
  await asking.getByRole('button', { name: '승인 요청' }).click();
  await steps.getByText('다른 관리자가 승인하면 완료됩니다.').waitFor();

  await second.page.goto(`/admin/orders/${order.id}`);
  const waiting = second.page.getByRole('region', { name: '승인을 기다리는 제출: 항고서 제출' });
  await waiting.getByText('까닭: 항고 기한이 내일입니다.').waitFor();
  await expectNoSidewaysScroll(second.page);
  await waiting.getByRole('button', { name: '승인하고 완료' }).click();
  await second.page.getByRole('alertdialog').getByRole('button', { name: '승인하고 완료' }).click();
  await second.page.getByText(/수임계약서 없이 제출: 항고 기한이 내일입니다/).waitFor();
  await second.page.getByRole('checkbox', { name: /항고서 제출/, checked: true }).waitFor();
});

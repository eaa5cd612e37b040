import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { FIRM } from '#content/firm.ts';
import { relatedServices } from '#shared/rules/services/service-search.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { expectAccessible, expectGoodOnBothScreens, setUpBrowser, visit } from '#tests/support/browser/browser.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();

const related = (page: Page, term: string) => page.getByRole('region', { name: new RegExp(`^‘${term}’ 관련 서비스`) });
const titles = (page: Page, term: string) =>
  related(page, term).getByRole('link').getByRole('heading').allTextContents();

const ANSWERS = [
  ['현부심', '현역복무부적합심사'],
  ['선임이 때렸어요', '괴롭힘·폭행 피해'],
  ['우울', '현역복무부적합심사'],
  ['영창', '징계·항고'],
  ['휴가', '질병·부상 병가 신청'],
  ['이혼', '보직·전출 고충심사'],
  ['치료비', '가해자 상대 손해배상'],
  ['왕따', '괴롭힘·폭행 피해'],
] as const;

describe('the search of services', () => {
  it('answers in the words of people', async () => {
    const visitor = await visit(browser, shop.url, 'phone');
    const { page } = visitor;
    await page.goto('/services');
    for (const [term, title] of ANSWERS) {
      const found = relatedServices(shop.deps.catalogue.list(), 'before', term);
      expect(found.map((service) => service.title)).toContain(title);
    }
    for (const [term, title] of ANSWERS.slice(-2)) {
      await page.getByLabel('서비스 검색').fill(term);
      await related(page, term).waitFor();
      await expect.poll(() => titles(page, term), { message: term }).toContain(title);
    }
    await expectGoodOnBothScreens(page);
    await related(page, '왕따').getByRole('link', { name: '괴롭힘·폭행 피해' }).first().click();
    await page.getByRole('heading', { level: 1, name: '괴롭힘·폭행 피해' }).waitFor();
    visitor.expectNoTrouble();
    await visitor.context.close();
  });

  it('gives the titles of the open category first', async () => {
    const visitor = await visit(browser, shop.url, 'phone');
    const { page } = visitor;
    await page.goto('/services');
    await page.getByRole('tab', { name: /^복무 중/ }).click();
    await page.getByLabel('서비스 검색').fill('현부심');
    const first = page.getByRole('tabpanel').getByRole('heading', { level: 3 });
    await expect.poll(() => first.allTextContents()).toEqual(['현부심 사전 상담']);
    expect(await titles(page, '현부심')).not.toContain('현부심 사전 상담');
    const heights = [await first.boundingBox(), await related(page, '현부심').boundingBox()].map((box) => box?.y ?? 0);
    expect(heights).toEqual(heights.toSorted((a, b) => a - b));
    await visitor.context.close();
  });

  it('leads to a conversation and the telephone when nothing is found', async () => {
    const visitor = await visit(browser, shop.url, 'phone');
    const { page } = visitor;
    await page.goto('/services');
    await page.getByLabel('서비스 검색').fill('없는 것');
    const panel = page.getByRole('tabpanel');
    await panel.getByText('이 카테고리에 검색 결과가 없습니다.').waitFor();
    expect(await panel.getByRole('link', { name: FIRM.phone }).getAttribute('href')).toBe(`tel:${FIRM.phone}`);
    await expectAccessible(page);
    expect(await panel.getByRole('link', { name: '상담하기' }).getAttribute('href')).toBe('/consult');
    await visitor.context.close();
  });
});

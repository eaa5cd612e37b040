import { expect, it } from 'vitest';
import { FIRM } from '#content/firm.ts';
import { PRIVACY_POLICY } from '#content/policies/privacy-policy.ts';
import { REFUND_POLICY } from '#content/refund-policy.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { expectAccessible, setUpBrowser, visit } from '#tests/support/browser/browser.ts';

const shop = await setUpTestApp({
  env: { PAGES: 'built', SEED_SAMPLE: '1', NAVER_SITE_VERIFICATION: 'naver-proof-1234' },
});
const browser = await setUpBrowser();

it('opens the refund policy over a locked page and returns the focus', async () => {
  const { context, page, expectNoTrouble } = await visit(browser, shop.url, 'phone');
  await page.goto('/services');
  const button = page.getByRole('contentinfo').getByRole('button', { name: '환불 및 취소 정책' });
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: '환불 및 취소 정책' });
  await dialog.waitFor();
  for (const { heading, items } of REFUND_POLICY) {
    await dialog.getByRole('heading', { name: heading }).waitFor();
    for (const item of items) await dialog.getByText(item).first().waitFor();
  }
  await expectAccessible(page);

  const before = await page.evaluate(() => window.scrollY);
  await page.mouse.move(10, 300);
  await page.mouse.wheel(0, -1500);
  await page.keyboard.press('Home');
  // Two frames later a scrollable page would have scrolled.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await page.evaluate(() => window.scrollY)).toBe(before);
  await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);

  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.mouse.wheel(0, -1500);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeLessThan(before);
  expectNoTrouble();
  await context.close();
});

it('the footer has what the e-commerce act requires, and links to each policy', async () => {
  const { context, page, expectNoTrouble } = await visit(browser, shop.url, 'phone');
  await page.goto('/about');
  const footer = page.getByRole('contentinfo');
  const particulars = [
    ...[FIRM.name, ...FIRM.representatives, FIRM.address, FIRM.phone, FIRM.email],
    ...[FIRM.businessNumber, FIRM.mailOrderNumber, FIRM.privacyOfficer, FIRM.hostingProvider],
  ];
  const text = await footer.innerText();
  for (const particular of particulars) expect(text).toContain(particular);
  const ftc = footer.getByRole('link', { name: /사업자정보 확인/ });
  expect(await ftc.getAttribute('href')).toMatch(/^https:\/\/www\.ftc\.go\.kr\/bizCommPop\.do\?wrkr_no=\d{10}$/);

  const weight = (name: string) =>
    footer.getByRole('link', { name, exact: true }).evaluate((link) => Number(getComputedStyle(link).fontWeight));
  expect(await weight('개인정보 처리방침')).toBeGreaterThan(await weight('이용약관'));
  await footer.getByRole('link', { name: '개인정보 처리방침' }).click();
  await page.getByRole('heading', { level: 1, name: '개인정보 처리방침' }).waitFor();
  const articles = await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts();
  for (const { heading } of PRIVACY_POLICY.articles) expect(articles.join('\n')).toContain(heading);
  // The contents that article 30 of the privacy act requires.
  for (const subject of [
    '목적',
    '보유 기간',
    '제3자',
    '위탁',
    '파기',
    '권리',
    '안전성',
    '쿠키',
    '보호책임자',
    '변경',
  ]) {
    expect(articles.join('\n'), subject).toContain(subject);
  }
  await footer.getByRole('link', { name: '이용약관' }).click();
  await page.getByRole('heading', { level: 1, name: '이용약관' }).waitFor();
  await page.getByRole('navigation', { name: '목차' }).getByRole('link', { name: /환불/ }).click();
  await expect
    .poll(() =>
      page
        .getByRole('heading', { name: /환불/ })
        .first()
        .evaluate((heading) => heading.getBoundingClientRect().top),
    )
    .toBeLessThan(200);
  expectNoTrouble();
  await context.close();
});

it('gives previews and search engines the data of a service, but not of personal pages', async () => {
  const { context, page } = await visit(browser, shop.url, 'desktop');
  await page.goto('/services/14');
  const content = (name: string) =>
    page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute('content');
  // The URL of the configured host, also if the request names another one.
  const site = shop.config.publicUrl;
  expect(site).not.toBe(shop.url);
  expect(await content('og:image')).toBe(`${site}/og/services/14.png`);
  expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toBe(`${site}/services/14`);
  expect(await content('og:title')).toContain('징계·항고');
  expect(await content('twitter:card')).toBe('summary_large_image');
  expect(await content('naver-site-verification')).toBe('naver-proof-1234');
  const html = await (await fetch(`${shop.url}/services/14`)).text();
  expect(html).toContain(`<link rel="canonical" href="${site}/services/14"`);
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
  const data: { '@graph': { '@type': string }[] } = JSON.parse(json);
  expect(data['@graph'].map((thing) => thing['@type'])).toEqual(['Service', 'BreadcrumbList', 'FAQPage']);
  const image = await fetch(`${shop.url}/og/services/14.png`);
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);

  for (const path of ['/login', '/register', '/profile', '/purchase', '/services/999']) {
    expect(await (await fetch(shop.url + path)).text(), path).toContain('<meta name="robots" content="noindex"');
  }
  await context.close();
});

it('answers 410 for a deleted service, with links to others', async () => {
  await shop.db.updateTable('services').set({ deleted_at: shop.clock.now() }).where('id', '=', 23).execute();
  await expect.poll(() => shop.deps.catalogue.isDeleted(23)).toBe(true);
  const { context, page, expectNoTrouble } = await visit(browser, shop.url, 'phone');
  const response = await page.goto('/services/23');
  expect(response?.status()).toBe(410);
  await page.getByRole('heading', { level: 1, name: '판매하지 않는 서비스입니다.' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: '서비스 보기' }).click();
  await page.waitForURL('**/services');
  expectNoTrouble(/status of 41?0 ?\(?|404 \(Not Found\)|410 \(Gone\)/);
  await context.close();
});

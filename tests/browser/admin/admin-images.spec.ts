import { expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { picture } from '#tests/support/app/pictures.ts';
import { expectAccessible, setUpBrowser } from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();
const visitor = await visitAs({ browser, shop }, await shop.buildUser({ role: 'admin', fullname: '관리자' }), 'phone');
const { page } = visitor;

function imageSection(at = 0) {
  const section = page.getByRole('group', { name: '(이미지)' }).nth(at);
  return { file: section.getByLabel('이미지 파일 올리기'), url: section.getByLabel('이미지 주소'), section };
}

async function addImageSection(): Promise<void> {
  await page.getByLabel('추가할 섹션').selectOption('이미지');
  await page.getByRole('button', { name: '섹션 추가' }).click();
}

const upload = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer });

it('uploads a picture that the shop shows in the needed size', async () => {
  const service = await shop.buildService({ title: '그림이 있는 상담', description: { sections: [] } });
  await page.goto(`/admin/services/${service.id}`);
  await addImageSection();
  const { file, url, section } = imageSection();
  await file.setInputFiles(upload('큰 그림.png', await picture(1600, 800).png().toBuffer()));
  await expect.poll(() => url.inputValue()).toMatch(/^\/uploads\/[0-9a-f]{32}-1440x720\.webp$/);
  const thumbnail = section.locator('img');
  await expect.poll(() => thumbnail.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(480);
  await section.getByLabel('대체 텍스트').fill('본보기 그림');
  await expectAccessible(page);
  await page.getByRole('button', { name: '저장', exact: true }).click();
  await page.getByText('저장했습니다.', { exact: true }).waitFor();

  const image = page.getByRole('img', { name: '본보기 그림' });
  for (const [width, file] of [
    [390, /-480x240\.avif$/],
    [1440, /-960x480\.avif$/],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/services/${service.id}`);
    await image.scrollIntoViewIfNeeded();
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0)).toBe(true);
    expect(await image.evaluate((img: HTMLImageElement) => img.currentSrc)).toMatch(file);
    expect(await image.evaluate((img) => img.clientWidth / img.clientHeight)).toBeCloseTo(2, 1);
  }
  const shown = await image.evaluate((img: HTMLImageElement) => ({
    attributes: [img.getAttribute('width'), img.getAttribute('height'), img.loading],
    types: [...(img.parentElement?.querySelectorAll('source') ?? [])].map(({ type }) => type),
  }));
  expect(shown.attributes).toEqual(['1440', '720', 'lazy']);
  expect(shown.types).toEqual(['image/avif', 'image/webp']);
  visitor.expectNoTrouble();
});

it('puts an uploaded picture into its section after the section was moved', async () => {
  const service = await shop.buildService({ description: { sections: [{ type: 'heading', content: '소제목' }] } });
  let goOn: () => void = () => undefined;
  const isHeld = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route('**/api/admin/images', async (route) => {
    if (route.request().method() === 'POST') await isHeld;
    await route.continue();
  });
  await page.goto(`/admin/services/${service.id}`);
  await addImageSection();
  await addImageSection();
  await imageSection(0).file.setInputFiles(upload('그림.png', await picture(31, 21).png().toBuffer()));
  await page.getByRole('status').getByText('이미지를 올리고 있습니다.').waitFor();
  await page.getByRole('button', { name: '3번 섹션 위로' }).click();
  goOn();
  await expect.poll(() => imageSection(1).url.inputValue()).toMatch(/-31x21\.webp$/);
  expect(await imageSection(0).url.inputValue()).toBe('');
  // The other section takes the same picture from those that were uploaded.
  await imageSection(0).section.getByRole('button', { name: '올린 이미지에서 고르기' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /31×21/ }).click();
  await expect.poll(() => imageSection(0).url.inputValue()).toMatch(/-31x21\.webp$/);
  visitor.expectNoTrouble();
});

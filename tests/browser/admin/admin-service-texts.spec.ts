import { expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { expectAccessible, expectNoSidewaysScroll, setUpBrowser } from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';
import { pasteHtml } from '../paste-html.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();
const admin = await shop.buildUser({ role: 'admin', fullname: '관리자' });
const { page, expectNoTrouble } = await visitAs({ browser, shop }, admin, 'phone');

it('writes questions and answers by keyboard', async () => {
  const service = await shop.buildService({ title: '질문 본보기' });
  await page.goto(`/admin/services/${service.id}`);
  await page.getByLabel('추가할 섹션').selectOption('자주 묻는 질문');
  await page.getByRole('button', { name: '섹션 추가' }).press('Enter');
  const text = page.getByLabel('질문과 답변');
  await expect.poll(() => text.evaluate((area) => area === document.activeElement)).toBe(true);
  await page.keyboard.press('Control+s');
  await page.getByText('질문과 답변이 하나 이상 필요합니다.').first().waitFor();
  await text.focus();
  await page.keyboard.type('얼마나 걸리나요?\n보통 2주입니다.\n\n환불되나요?\n시작 전에는 전액 환불됩니다.');
  await page.keyboard.press('Control+s');
  await page.getByText('저장했습니다.', { exact: true }).waitFor();
  const stored = await shop.db
    .selectFrom('services')
    .select('description')
    .where('id', '=', service.id)
    .executeTakeFirstOrThrow();
  expect(stored.description).toEqual({
    sections: [
      {
        type: 'faq',
        questions: [
          { question: '얼마나 걸리나요?', answer: '보통 2주입니다.' },
          { question: '환불되나요?', answer: '시작 전에는 전액 환불됩니다.' },
        ],
      },
    ],
  });
  await page.goto(`/services/${service.id}`);
  const answer = page.getByText('시작 전에는 전액 환불됩니다.');
  expect(await answer.isVisible()).toBe(false);
  await page.getByText('환불되나요?').press('Enter');
  await answer.waitFor();
  // The editor reads what it wrote.
  await page.goto(`/admin/services/${service.id}`);
  await page.getByRole('button', { name: '1번 섹션 자주 묻는 질문 얼마나 걸리나요?' }).press('Enter');
  expect(await text.inputValue()).toBe(
    '얼마나 걸리나요?\n보통 2주입니다.\n\n환불되나요?\n시작 전에는 전액 환불됩니다.',
  );
  expectNoTrouble();
});

/** Holds what Word puts on the clipboard for a heading, a list and a table. */
const FROM_WORD = `<html><head><style>p.MsoNormal { color: red }</style></head><body><!--StartFragment-->
<h1 style='color:#2F5496'>절차<o:p></o:p></h1>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp; </span></span><![endif]>통지서 확인</p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·&nbsp;</span><b>기한</b> 계산</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1.&nbsp;</span>의견서</p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<table><tr><td>서류</td><td>기한</td></tr></table><!--EndFragment--></body></html>`;
/** Holds what Hangul puts there for a bold word in a paragraph, and an empty paragraph. */
const FROM_HANGUL = `<HTML><BODY><!--StartFragment--><P CLASS=HStyle0 STYLE='line-height:160%;'><SPAN STYLE='font-size:10.0pt;font-family:"함초롬바탕";font-weight:bold;'>항고</SPAN><SPAN STYLE='font-size:10.0pt'>&nbsp;안내</SPAN></P>
<P CLASS=HStyle0><SPAN STYLE='font-size:10.0pt'><BR></SPAN></P><!--EndFragment--></BODY></HTML>`;

it('writes formatted text by paste and by keyboard', async () => {
  const service = await shop.buildService({
    title: '서식 본보기',
    description: { sections: [{ type: 'text', content: '<p>처음 <a href="tel:02-000-0000">글</a></p>' }] },
  });
  await page.goto(`/admin/services/${service.id}`);
  const fold = page.getByRole('button', { name: '1번 섹션 본문 처음 글' });
  expect(await fold.getAttribute('aria-expanded')).toBe('false');
  await fold.press('Enter');
  const text = page.getByRole('group', { name: '(본문)' }).getByRole('textbox', { name: '내용' });
  await text.press('Control+a');
  await pasteHtml(text, FROM_WORD);
  await text.press('Control+End');
  await page.keyboard.press('Enter');
  await pasteHtml(text, FROM_HANGUL);
  await text.press('Control+End');
  await page.keyboard.press('Enter');
  // One tab stop for the whole toolbar; arrow keys inside of it.
  await page.getByRole('button', { name: '굵게' }).last().focus();
  for (const _ of ['italic', 'underline']) await page.keyboard.press('ArrowRight');
  const underline = page.getByRole('button', { name: '밑줄' }).last();
  await expect.poll(() => underline.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await page.keyboard.type('밑줄 글');
  await page.keyboard.press('Control+u');
  await page.getByRole('button', { name: '링크' }).last().click();
  await page.getByLabel('링크 주소').fill('javascript:alert(1)');
  await page.keyboard.press('Enter');
  await page.getByText('이 사이트의 경로를 입력해주세요.').waitFor();
  await page.getByLabel('링크 주소').fill('www.example.com/a');
  await page.keyboard.press('Enter');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Control+s');
  await page.getByText('저장했습니다.', { exact: true }).waitFor();
  const { description } = await shop.db
    .selectFrom('services')
    .selectAll()
    .where('id', '=', service.id)
    .executeTakeFirstOrThrow();
  expect(description).toEqual({
    sections: [
      {
        type: 'text',
        content: [
          '<p><strong>절차</strong></p>',
          '<ul><li>통지서 확인</li><li><strong>기한</strong> 계산</li></ul><ol><li>의견서</li></ol>',
          '<p>서류 | 기한</p><p><strong>항고</strong> 안내</p>',
          '<p><u>밑줄 글</u><a href="https://www.example.com/a">https://www.example.com/a</a></p>',
        ].join(''),
      },
    ],
  });
  expectNoTrouble();
});

it('escapes or removes hostile HTML in the form, the preview, the list and the shop', async () => {
  const attack = '<img src=x onerror="document.body.dataset.hit=1"><script>document.body.dataset.hit=1</script>';
  const sections = [
    ...(['title', 'heading'] as const).map((type) => ({ type, content: `${attack}${type}` })),
    { type: 'text' as const, content: `${attack}<a href="javascript:document.body.dataset.hit=1">본문 링크</a>` },
    { type: 'list' as const, items: [`${attack}항목`] },
    { type: 'image' as const, url: '/images/case-process.svg', alt: `"${attack}그림` },
    { type: 'tos' as const, filename: 'case-terms.html', content: `${attack}동의` },
  ];
  const service = await shop.buildService({
    title: `공격 ${attack}`,
    category: 'before',
    tagline: attack,
    card_description: `${attack}<b onclick="x()">카드</b>`,
    plans: [{ name: `${attack}옵션`, price: 1000, description: attack }],
    description: { title: `${attack}설명`, sections },
  });
  const expectHarmless = async (where: string) => {
    const found = await page.evaluate(() => ({
      isHit: document.body.dataset.hit !== undefined,
      elements: document.querySelectorAll('[onerror], [onclick], [href^="javascript"], img[src="x"]').length,
    }));
    expect([where, found]).toEqual([where, { isHit: false, elements: 0 }]);
  };
  // Wide enough for the preview beside the form.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/admin/services?q=${encodeURIComponent('공격')}`);
  await page.getByRole('table').getByRole('link', { name: attack }).waitFor();
  await expectHarmless('list');
  await page.goto(`/admin/services/${service.id}`);
  await pasteHtml(page.getByRole('textbox', { name: '카드 설명' }), `${attack}<b onclick="x()">카드</b>`);
  await page.getByRole('button', { name: /^3번 섹션 본문/ }).click();
  const text = page.getByRole('group', { name: '(본문)' }).getByRole('textbox', { name: '내용' });
  await pasteHtml(text, `${attack}글`);
  // Markup that is typed is text.
  await text.fill(attack);
  await page.getByRole('region', { name: '미리보기' }).getByRole('heading', { name: attack }).first().waitFor();
  await expectHarmless('preview');
  await page.goto('about:blank').catch(() => undefined);
  await shop.deps.catalogue.refresh();
  await page.goto(`/services/${service.id}`);
  await page.getByRole('heading', { level: 1, name: attack }).waitFor();
  await expectHarmless('detail');
  await page.goto('/services');
  await page.getByText(`공격 ${attack}`).first().waitFor();
  await expectHarmless('services');
  // The preview's document runs no scripts; the browser still reports what it blocked.
  expectNoTrouble(/Executing inline event handler violates/);
});

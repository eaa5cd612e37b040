import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { confirm, showMessage } from '#web/ui/ask.ts';
import { renderInPage } from './support/render-page.tsx';

const QUESTION = { title: '삭제할까요?', message: '되돌릴 수 없습니다.', confirmLabel: '삭제', isDangerous: true };
const dialog = page.getByRole('alertdialog');

test('answers by its buttons, and counts Escape as a no', async () => {
  await renderInPage(null);
  for (const [button, answer] of [
    ['삭제', true],
    ['취소', false],
  ] as const) {
    const answered = confirm(QUESTION);
    await dialog.getByRole('button', { name: button }).click();
    expect(await answered).toBe(answer);
    await expect.element(dialog).not.toBeInTheDocument();
  }
  const answered = confirm(QUESTION);
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(await answered).toBe(false);
});

test('keeps the focus within, hides the page behind it, and gives the focus back', async () => {
  await renderInPage(<button type="button">지우기</button>);
  const behind = page.getByRole('button', { name: '지우기' });
  await behind.click();
  const answered = confirm(QUESTION);
  await expect.element(dialog).toBeVisible();
  await expect.element(behind).not.toBeInTheDocument();
  for (let presses = 0; presses < 4; presses += 1) {
    await userEvent.tab();
    await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true);
  }
  await userEvent.keyboard('{Escape}');
  await answered;
  await expect.element(behind).toHaveFocus();
});

test('asks one question after the other', async () => {
  await renderInPage(null);
  const both = [confirm(QUESTION), showMessage({ title: '저장했습니다', message: '끝입니다.' })];
  await expect.element(dialog.getByText('삭제할까요?')).toBeVisible();
  await dialog.getByRole('button', { name: '삭제' }).click();
  await expect.element(page.getByText('저장했습니다')).toBeVisible();
  await page.getByRole('button', { name: '확인' }).click();
  expect(await Promise.all(both)).toEqual([true, undefined]);
});

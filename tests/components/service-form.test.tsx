import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ServiceForm } from '#web/features/services/admin/service-form.tsx';
import { renderInPage } from './support/render-page.tsx';
import { json, stubServer } from './support/stub-server.ts';

async function open() {
  const sent = stubServer({ 'POST /api/admin/services': () => json({ id: 7 }, 201) });
  const onCreated = vi.fn(async () => undefined);
  await renderInPage(<ServiceForm onCreated={onCreated} renderPreview={() => null} />);
  return { sent, onCreated };
}

const button = (name: string | RegExp) => page.getByRole('button', { name });
const press = async (name: string | RegExp, key = 'Enter') => {
  (button(name).element() as HTMLElement).focus();
  await userEvent.keyboard(`{${key}}`);
};
const label = (name: string) => page.getByLabelText(name, { exact: true });
const save = () => userEvent.keyboard('{Control>}s{/Control}');

async function fillBasics(): Promise<void> {
  await label('제목').fill('본보기');
  await label('카테고리').selectOptions('복무 중');
}

test('keeps the keyboard focus while sections and options are added, moved and deleted', async () => {
  const { sent, onCreated } = await open();
  await fillBasics();
  for (const text of ['one', 'two', 'three']) {
    await press('섹션 추가');
    await expect.element(label('내용').last()).toHaveFocus();
    await userEvent.keyboard(text);
  }
  await press('1번 섹션 아래로');
  await expect.element(button('2번 섹션 아래로')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  // The last item cannot move further down.
  await expect.element(button('3번 섹션 삭제')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('2번 섹션 삭제')).toHaveFocus();
  // The handle keeps the focus while its section moves.
  await press(/^2번 섹션, 끌거나/, 'ArrowUp');
  await expect.element(button(/^1번 섹션 제목.*three$/)).toBeVisible();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(button(/^1번 섹션 제목.*two$/)).toBeVisible();
  for (const _ of ['first', 'second']) {
    await press('옵션 추가');
    await expect.element(label('옵션 이름').last()).toHaveFocus();
  }
  await press('옵션 2 위로');
  for (const _ of ['first', 'second']) {
    await expect.element(button('옵션 1 삭제')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
  }
  await save();
  await vi.waitFor(() => expect(onCreated).toHaveBeenCalledOnce());
  const sections = ['two', 'three'].map((content) => ({ type: 'title', content }));
  expect(sent).toMatchObject([{ title: '본보기', description: { sections } }]);
});

test('marks what was left empty, and at an attempt to save focuses the first invalid field', async () => {
  const { sent } = await open();
  await button('옵션 추가').click();
  for (const type of ['하위 서비스', '목록']) {
    await label('추가할 섹션').selectOptions(type);
    await button('섹션 추가').click();
  }
  const faulty = () => document.querySelectorAll('[aria-invalid="true"]').length;
  (label('옵션 이름').element() as HTMLElement).focus();
  await userEvent.tab();
  await expect.element(page.getByText('상품 옵션의 이름을 입력해주세요.')).toBeVisible();
  // The name, and the two sections, which had the focus when they were added; not price and
  // description.
  await expect.poll(faulty).toBe(3);
  await save();
  await expect.element(label('제목')).toHaveFocus();
  // Title, category, the three fields of the plan, the ids, the list.
  await expect.poll(faulty).toBe(7);
  await fillBasics();
  await label('옵션 이름').fill('기본');
  await label('가격 (원)').fill('1,000');
  await label('옵션 설명').fill('설명');
  await save();
  await expect.element(label('하위 서비스 추가')).toHaveFocus();
  await expect.element(page.getByText('목록에는 항목이 하나 이상 필요합니다.')).toBeVisible();
  expect(sent).toEqual([]);
});

import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AdminService } from '#shared/features/services/admin-schemas.ts';
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

test('keeps the typed text when another administrator has saved first, until one is chosen', async () => {
  const opened: AdminService = {
    id: 7,
    title: '처음 제목',
    tagline: '처음 소개',
    category: 'during',
    position: 1,
    card_description: '',
    keywords: [],
    price: { plans: [] },
    requiresAuth: true,
    requiresSoldier: true,
    description: { sections: [] },
    is_hidden: false,
    scheduled_price: null,
    version: 1,
    updated_at: '2026-11-20T03:00:00.000Z',
  };
  let stored = opened;
  let seen = 0;
  const saveOther = (changes: Partial<AdminService>) => {
    stored = { ...stored, ...changes, version: stored.version + 1 };
  };
  const sent = stubServer({
    'GET /api/admin/services/7': () => json(stored),
    'PUT /api/admin/services/7': () => {
      seen = Number(Object(sent.at(-1)).version);
      return seen === stored.version ? json(stored) : json({ error: '충돌', code: 'VERSION_CONFLICT' }, 409);
    },
  });
  await renderInPage(<ServiceForm service={opened} onCreated={async () => undefined} renderPreview={() => null} />);
  const view = page.getByRole('region', { name: '먼저 저장된 내용' });
  const own = view.getByRole('button', { name: '내 내용으로 저장' });
  const changes = () =>
    [view.getByRole('term'), view.getByRole('definition')].map((shown) =>
      shown.elements().map(({ textContent }) => textContent),
    );
  await label('제목').fill('내가 쓴 제목');
  saveOther({ title: '남이 쓴 제목', tagline: '남이 쓴 소개' });
  await save();
  await expect.element(view.getByText("먼저 저장했습니다(제목: '남이 쓴 제목')")).toBeVisible();
  await expect.element(view.getByRole('heading')).toHaveFocus();
  await expect.element(label('제목')).toHaveValue('내가 쓴 제목');
  expect(changes()).toEqual([
    ['제목', '한 줄 소개'],
    ['남이 쓴 제목', '남이 쓴 소개'],
  ]);
  await view.getByRole('button', { name: '저장된 내용 불러오기' }).click();
  await expect.element(label('제목')).toHaveValue('남이 쓴 제목');
  await label('제목').fill('다시 내가 쓴 제목');
  saveOther({ tagline: '다시 쓴 소개' });
  await save();
  await expect.element(view.getByText('다시 쓴 소개')).toBeVisible();
  expect(changes()).toEqual([['한 줄 소개'], ['다시 쓴 소개']]);
  // A third version, saved while the second one is compared, is shown before it is replaced.
  saveOther({ requiresAuth: false });
  await own.click();
  await expect.element(view.getByText('로그인해야 신청할 수 있습니다.')).toBeVisible();
  expect(changes()[0]).toHaveLength(1);
  await expect.element(label('제목')).toHaveValue('다시 내가 쓴 제목');
  await own.click();
  await expect.element(view).not.toBeInTheDocument();
  expect(seen).toBe(stored.version);
  expect(sent.at(-1)).toMatchObject({ title: '다시 내가 쓴 제목', tagline: '남이 쓴 소개', requiresAuth: true });
});

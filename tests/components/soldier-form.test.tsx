import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { SoldierForm } from '#web/features/soldiers/soldier-form.tsx';
import { ApiError } from '#web/lib/api-error.ts';
import { renderInPage } from './support/render-page.tsx';

const ACCOUNT = { fullname: '홍길동', phone: '010-1234-5678', email: 'hong@example.com' };
const INITIAL = { fullname: '', military_status: '복무 중' as const, phone: '', email: '' };

async function show(onSubmit = vi.fn(async () => {})) {
  await renderInPage(
    <SoldierForm
      initial={INITIAL}
      account={ACCOUNT}
      submitLabel="등록"
      failureMessage="등록하지 못했습니다."
      onSubmit={onSubmit}
      actions={null}
    />,
  );
  return onSubmit;
}
const name = page.getByLabelText('군인 이름');
const phone = page.getByLabelText('전화번호');
const relationship = page.getByLabelText('신청자와의 관계');

test('says what is missing, and sends what is complete', async () => {
  const onSubmit = await show();
  await page.getByRole('button', { name: '등록' }).click();
  await expect.element(relationship).toHaveAttribute('aria-invalid', 'true');
  expect(onSubmit).not.toHaveBeenCalled();
  await relationship.selectOptions('자녀');
  await name.fill('한번만');
  await page.getByRole('button', { name: '등록' }).click();
  await expect.poll(() => onSubmit).toHaveBeenCalledOnce();
});

test('fills and locks the fields for the account itself, and clears them for another person', async () => {
  await show();
  await relationship.selectOptions('본인');
  await expect.element(name).toHaveValue('홍길동');
  await expect.element(name).toHaveAttribute('readonly');
  await expect.element(phone).not.toHaveAccessibleDescription(/참여할 때/);
  await relationship.selectOptions('자녀');
  await expect.element(name).toHaveValue('');
  // The order keeps the number: the soldier is invited by it.
  await expect
    .element(phone)
    .toHaveAccessibleDescription('군인이 자신의 계정으로 사건에 참여할 때 본인 확인에 씁니다.');
});

test('shows an error of the server at its field', async () => {
  const refuse = async () => {
    throw new ApiError({
      status: 400,
      code: 'VALIDATION_FAILED',
      message: 'x',
      details: [{ path: 'fullname', message: '이름이 너무 깁니다.' }],
    });
  };
  await show(vi.fn(refuse));
  await relationship.selectOptions('자녀');
  await name.fill('한번만');
  await page.getByRole('button', { name: '등록' }).click();
  await expect.element(page.getByText('이름이 너무 깁니다.')).toBeVisible();
  await expect.element(name).toHaveFocus();
});

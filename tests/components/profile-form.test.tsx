import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Account, UpdateProfileBody } from '#shared/features/accounts/schemas.ts';
import { ProfileForm } from '#web/features/accounts/profile/profile-form.tsx';
import { ApiError } from '#web/lib/api-error.ts';
import { renderInPage } from './support/render-page.tsx';
import { stubServer } from './support/stub-server.ts';

const USER: Account = {
  id: 1,
  user_id: 'hong.1',
  fullname: '홍길동',
  phone: '01012345678',
  phone_verified: false,
  email: 'hong@example.com',
  military_status: '복무 중',
  role: 'user',
  created_at: '2026-11-01T00:00:00.000Z',
};
const SAVED = '회원 정보를 수정했습니다.';
const save = page.getByRole('button', { name: '저장' });
const current = page.getByLabelText('현재 비밀번호');
const next = page.getByLabelText('새 비밀번호', { exact: true });
const repeated = page.getByLabelText('새 비밀번호 확인');

async function show(hasPassword = true, answer = async (_body: UpdateProfileBody) => SAVED) {
  stubServer({});
  const onSubmit = vi.fn(answer);
  await renderInPage(<ProfileForm user={USER} hasPassword={hasPassword} onSubmit={onSubmit} actions={null} />);
  return onSubmit;
}

test('accepts a new password only with the current one', async () => {
  const onSubmit = await show(true, async ({ currentPassword, newPassword }) => {
    if (currentPassword !== 'olive brass 19') {
      throw new ApiError({ status: 400, code: 'WRONG_PASSWORD', message: '현재 비밀번호가 올바르지 않습니다.' });
    }
    if (newPassword === 'password123') {
      const details = [{ path: 'newPassword', message: '너무 흔히 쓰이는 비밀번호입니다.' }];
      throw new ApiError({ status: 400, code: 'VALIDATION_FAILED', message: '입력을 확인해주세요.', details });
    }
    return SAVED;
  });
  await next.fill('password123');
  await repeated.fill('password123');
  await save.click();
  await expect.element(page.getByText('현재 비밀번호를 입력해주세요.')).toBeVisible();
  expect(onSubmit).not.toHaveBeenCalled();
  await current.fill('something else');
  await save.click();
  await expect.element(page.getByText('현재 비밀번호가 올바르지 않습니다.')).toBeVisible();
  await current.fill('olive brass 19');
  await save.click();
  await expect.element(page.getByText('너무 흔히 쓰이는 비밀번호입니다.')).toBeVisible();
  await next.fill('paper ink 84');
  await repeated.fill('paper ink 84');
  await save.click();
  await expect.element(page.getByText(SAVED)).toBeVisible();
  await expect.element(current).toHaveValue('');
});

test('saves with the current password filled in by the browser, and without e-mail and status', async () => {
  const onSubmit = await show();
  await page.getByRole('textbox', { name: '이메일' }).fill('');
  await page.getByLabelText('군 복무 상태').selectOptions('선택하지 않음');
  await current.fill('olive brass 19');
  await save.click();
  await expect.element(page.getByText(SAVED)).toBeVisible();
  expect(onSubmit.mock.lastCall?.[0]).toMatchObject({ email: '', military_status: null });
  // The message does not apply to new input.
  await page.getByLabelText('이름').fill('');
  await expect.element(page.getByText(SAVED)).not.toBeInTheDocument();
  await save.click();
  await expect.element(page.getByText('이름을 입력해주세요.')).toBeVisible();
});

test('asks for no current password from an account without one', async () => {
  await show(false);
  await expect.element(page.getByText('소셜 로그인으로 가입하셔서 비밀번호가 없습니다.')).toBeVisible();
  await expect.element(current).not.toBeInTheDocument();
});

test('cannot be saved with an address that is none', async () => {
  await show();
  await page.getByRole('textbox', { name: '이메일' }).fill('not an address');
  await page.getByLabelText('이름').click();
  await expect.element(page.getByText('유효한 이메일 형식이 아닙니다.')).toBeVisible();
  await expect.element(save).toBeDisabled();
});

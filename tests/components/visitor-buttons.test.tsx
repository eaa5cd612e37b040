import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { VisitorButtons } from '#web/features/consultations/visitor-buttons.tsx';
import { markMemberKnown } from '#web/lib/storage/page-storage.ts';
import { renderInPage } from './support/render-page.tsx';

const labels = () =>
  page
    .getByRole('button')
    .elements()
    .map(({ textContent }) => textContent);

test('puts the sign-up first, and on a device of a member the login', async () => {
  const [onChoose, onSignUp] = [vi.fn(), vi.fn(async () => {})];
  localStorage.clear();
  await renderInPage(<VisitorButtons onChoose={onChoose} onSignUp={onSignUp} />);
  expect(labels()).toEqual(['가입하고 시작하기', '로그인하고 상담 시작하기']);
  await page.getByRole('button', { name: '가입하고 시작하기' }).click();
  expect(onChoose).toHaveBeenLastCalledWith('/register');
  expect(onSignUp).toHaveBeenCalledOnce();
  await page.getByRole('button', { name: '로그인하고 상담 시작하기' }).click();
  expect(onChoose).toHaveBeenLastCalledWith('/login');
  expect(onSignUp).toHaveBeenCalledOnce();
});

test('knows a device on which a member was', async () => {
  markMemberKnown();
  await renderInPage(<VisitorButtons onChoose={() => {}} onSignUp={async () => {}} />);
  expect(labels()).toEqual(['로그인하고 상담 시작하기', '가입하고 시작하기']);
  localStorage.clear();
});

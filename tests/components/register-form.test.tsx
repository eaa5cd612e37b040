import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { RegisterForm } from '#web/features/accounts/registration/register-form.tsx';
import { ENTRIES_KEY } from '#web/lib/storage/storage.ts';
import { renderInPage } from './support/render-page.tsx';
import { json, stubServer } from './support/stub-server.ts';

const PASSWORD = 'olive brass 19';
const password = page.getByLabelText('비밀번호', { exact: true });
const repeated = page.getByLabelText('비밀번호 확인');
const userId = page.getByLabelText('아이디', { exact: true });
const submit = page.getByRole('button', { name: '가입하기' });
const TERMS = '이용약관에 동의합니다';

const CHECK = 'GET /api/auth/check-userid/with.consents';
const FREE = { [CHECK]: () => json({ message: '사용 가능한 아이디입니다.' }) };

async function fillIn(onRegistered = vi.fn(async () => {})) {
  await renderInPage(<RegisterForm onRegistered={onRegistered} />);
  await userId.fill('with.consents');
  await password.fill(PASSWORD);
  await repeated.fill(PASSWORD);
  await page.getByLabelText('이름').fill('홍본보기');
  await page.getByLabelText('전화번호').fill('01012345678');
  return onRegistered;
}

/** The one reason that is shown below the button. */
const expectReason = (reason: string) => expect.element(submit).toHaveAccessibleDescription(reason);

test('shows each reason why it cannot be sent yet, and sends the consents', async () => {
  const sent = stubServer({ ...FREE, 'POST /api/auth/register': () => json({}, 201) });
  const onRegistered = await fillIn();
  await page.getByRole('button', { name: '중복 확인' }).click();
  await expect.element(page.getByText('사용 가능한 아이디입니다.')).toBeVisible();
  await password.fill('abc12');
  await expectReason('비밀번호는 6자 이상이어야 합니다.');
  await password.fill('paper ink 84');
  await expectReason('비밀번호가 일치하지 않습니다.');
  await repeated.fill('paper ink 84');
  await expectReason('약관에 동의해야 가입이 가능합니다.');
  await expect.element(submit).toBeDisabled();
  await page.getByLabelText(TERMS).click();
  await page.getByLabelText('광고성 정보 수신에 동의합니다').click();
  await expectReason('');
  await submit.click();
  await expect.poll(() => onRegistered).toHaveBeenCalledOnce();
  expect(sent.at(-1)).toMatchObject({
    userId: 'with.consents',
    password: 'paper ink 84',
    phone: '01012345678',
    acceptedTos: true,
    acceptedMarketing: true,
  });
});

test('clears the duplicate check when the id is edited', async () => {
  stubServer(FREE);
  await fillIn();
  await page.getByRole('button', { name: '중복 확인' }).click();
  await expect.element(page.getByText('사용 가능한 아이디입니다.')).toBeVisible();
  await userId.fill('x');
  await expect.element(page.getByText('사용 가능한 아이디입니다.')).not.toBeInTheDocument();
  await expectReason('아이디 중복 확인을 해주세요.');
});

test('checks a typed id by itself', async () => {
  const taken = { error: '이미 사용 중인 아이디입니다.', code: 'USER_ID_TAKEN' };
  stubServer({ ...FREE, 'GET /api/auth/check-userid/taken.id': () => json(taken, 409) });
  await fillIn();
  await expect.element(page.getByText('사용 가능한 아이디입니다.')).toBeVisible();
  await userId.fill('taken.id');
  await expect.element(page.getByText('이미 사용 중인 아이디입니다.')).toBeVisible();
});

test('handles a long press on a button that leaves an invalid field', async () => {
  stubServer(FREE);
  await fillIn();
  await page.getByLabelText('이메일').fill('no address');
  const consent = page.getByLabelText(TERMS);
  await consent.click({ delay: 500 });
  await expect.element(page.getByText('올바른 이메일 형식이 아닙니다.')).toBeVisible();
  await expect.element(consent).toBeChecked();
});

test('names the fields that the server refuses', async () => {
  const details = [{ path: 'password', message: '너무 흔히 쓰이는 비밀번호입니다.' }];
  const refused = { error: '입력을 확인해주세요.', code: 'VALIDATION_FAILED', details };
  stubServer({ ...FREE, 'POST /api/auth/register': () => json(refused, 400) });
  const onRegistered = await fillIn();
  await page.getByRole('button', { name: '중복 확인' }).click();
  await expect.element(page.getByText('사용 가능한 아이디입니다.')).toBeVisible();
  await page.getByLabelText(TERMS).click();
  await submit.click();
  await expect.element(password).toHaveAttribute('aria-invalid', 'true');
  await expect.element(password).toHaveFocus();
  await expect.element(submit).toBeDisabled();
  expect(onRegistered).not.toHaveBeenCalled();
});

/** The entries of a form that was filled in so long ago. */
const keep = (minutesAgo: number) => {
  const keptAt = Date.now() - minutesAgo * 60_000;
  sessionStorage.setItem(ENTRIES_KEY, JSON.stringify({ register: { keptAt, values: { fullname: '홍본보기' } } }));
};

test.for([
  ['is filled again with what was typed 29 minutes ago', () => keep(29), '홍본보기'],
  ['forgets what was typed 31 minutes ago', () => keep(31), ''],
  ['forgets entries that are no JSON', () => sessionStorage.setItem(ENTRIES_KEY, '{'), ''],
  [
    'forgets entries of another type',
    () => sessionStorage.setItem(ENTRIES_KEY, '{"register":{"keptAt":9e15,"values":{"fullname":7}}}'),
    '',
  ],
] as const)('%s', async ([, prepare, shown]) => {
  stubServer(FREE);
  prepare();
  const stored = sessionStorage.getItem(ENTRIES_KEY);
  await renderInPage(<RegisterForm onRegistered={async () => {}} />);
  const fullname = page.getByLabelText('이름');
  await expect.element(fullname).toHaveValue(shown);
  // Reading it again does not make it younger.
  expect(sessionStorage.getItem(ENTRIES_KEY)).toBe(stored);
  await fullname.fill('홍새로');
  await expect.poll(() => sessionStorage.getItem(ENTRIES_KEY)).toContain('홍새로');
});

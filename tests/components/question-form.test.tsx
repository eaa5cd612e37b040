import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import type { CaseQuestionSet } from '#shared/features/questions/schemas.ts';
import { questionsQuery } from '#web/features/questions/api.ts';
import { QuestionForm } from '#web/features/questions/question-form.tsx';
import { renderInPage } from './support/render-page.tsx';
import { json, stubServer } from './support/stub-server.ts';

type Question = CaseQuestionSet['groups'][number]['questions'][number];
type Answer = CaseQuestionSet['answers'][string];

function question(part: Pick<Question, 'id' | 'kind' | 'label'> & Partial<Question>): Question {
  const rest = { required: false, when: null, sensitive: false, audience: 'both', asked_again: null } as const;
  return { help: '', max: part.kind === 'text' ? 200 : null, options: [], ...rest, ...part };
}
const answer = (value: Answer['value'], revision = 1): Answer => ({
  value,
  revision,
  by: 'client',
  at: '2026-11-20T03:00:00.000Z',
});

const STAGE = question({
  id: 'stage',
  kind: 'choice',
  label: '지금 단계',
  required: true,
  options: [
    { id: '1', label: '조사 중' },
    { id: '2', label: '처분 받음' },
  ],
});
const RECEIVED = question({
  id: 'received_on',
  kind: 'date',
  label: '받은 날',
  required: true,
  when: { id: 'stage', is: ['2'] },
});
const REASONS = question({ id: 'reasons', kind: 'long', label: '적힌 사유', required: true, max: 4000 });
const HEALTH = question({ id: 'health', kind: 'long', label: '건강 문제', sensitive: true, audience: 'client' });

const SET: CaseQuestionSet = {
  set: 'sample',
  title: '질문지',
  version: 1,
  state: 'started',
  due_on: null,
  groups: [
    { title: '단계', questions: [STAGE, RECEIVED] },
    { title: '사실', questions: [REASONS, HEALTH] },
  ],
  answers: {},
};
const LIST = 'GET /api/orders/7/questions';
const put = (id: string) => `PUT /api/orders/7/questions/sample/${id}`;
const SUBMIT = 'POST /api/orders/7/questions/sample/submit';

function Shown({ onSubmitted, isClient }: { onSubmitted: () => void; isClient: boolean }) {
  const [part, setPart] = useState(0);
  const { data } = useQuery(questionsQuery(7));
  const set = data?.[0];
  if (!set) return null;
  const props = { orderId: 7, accountId: 1, hasConsent: false, isClient, part, onPart: setPart, onSubmitted };
  return <QuestionForm {...props} set={set} />;
}

async function show(set: CaseQuestionSet, answers: Parameters<typeof stubServer>[0] = {}, isClient = false) {
  const sent = stubServer({ [LIST]: () => json([set]), ...answers });
  const onSubmitted = vi.fn();
  await renderInPage(<Shown onSubmitted={onSubmitted} isClient={isClient} />);
  return { sent, onSubmitted };
}
const received = page.getByLabelText('받은 날');
const reasons = page.getByLabelText('적힌 사유', { exact: true });
const openFacts = () => page.getByRole('button', { name: /2\. 사실/ }).click();

test('shows a question only while its condition holds, and never erases one that is hidden', async () => {
  const stored = { ...SET, answers: { stage: answer('2'), received_on: answer('2026-11-02') } };
  const { sent } = await show(stored, { [put('stage')]: () => json({ revision: 2 }) });
  await expect.element(received).toHaveValue('2026-11-02');
  await page.getByLabelText('조사 중').click();
  await expect.element(received).not.toBeInTheDocument();
  await expect.element(page.getByText('저장했습니다.')).toBeVisible();
  expect(sent).toEqual([{ value: '1', revision: 1 }]);
});

test('saves a text once after the last key, and as it is while Hangul is composed', async () => {
  let revision = 0;
  const { sent } = await show(SET, { [put('reasons')]: () => json({ revision: ++revision }) });
  await openFacts();
  await reasons.click();
  await userEvent.keyboard('ab');
  await userEvent.keyboard('c');
  await expect.poll(() => sent).toEqual([{ value: 'abc', revision: 0 }]);
  await cdp().send('Input.imeSetComposition', { text: '하', selectionStart: 1, selectionEnd: 1 });
  await expect.element(reasons).toHaveValue('abc하');
  await expect.poll(() => sent.at(-1)).toEqual({ value: 'abc하', revision: 1 });
  await cdp().send('Input.imeSetComposition', { text: '한', selectionStart: 1, selectionEnd: 1 });
  await cdp().send('Input.insertText', { text: '한' });
  await expect.element(reasons).toHaveValue('abc한');
  await expect.poll(() => sent.at(-1)).toEqual({ value: 'abc한', revision: 2 });
});

test('shows both texts of a conflict, and saves the one that is chosen', async () => {
  const changed = { error: '다른 곳에서 바꿨습니다.', code: 'ANSWER_CHANGED', value: '저장된 글', revision: 5 };
  let isFirst = true;
  const { sent } = await show(SET, {
    [put('reasons')]: () => {
      const response = isFirst ? json(changed, 409) : json({ revision: 6 });
      isFirst = false;
      return response;
    },
  });
  await openFacts();
  await reasons.fill('내가 적은 글');
  await expect.element(page.getByText('저장된 글')).toBeVisible();
  await expect.element(reasons).toHaveValue('내가 적은 글');
  await page.getByRole('button', { name: '지금 적은 답으로 저장' }).click();
  await expect.poll(() => sent.at(-1)).toEqual({ value: '내가 적은 글', revision: 5 });
  await expect.element(page.getByText('저장했습니다.')).toBeVisible();
});

test('takes the stored text of a conflict when it is chosen', async () => {
  const changed = { error: '다른 곳에서 바꿨습니다.', code: 'ANSWER_CHANGED', value: '저장된 글', revision: 5 };
  const { sent } = await show(SET, { [put('reasons')]: () => json(changed, 409) });
  await openFacts();
  await reasons.fill('내가 적은 글');
  await page.getByRole('button', { name: '저장된 답 쓰기' }).click();
  await expect.element(reasons).toHaveValue('저장된 글');
  expect(sent).toHaveLength(1);
});

test('keeps an answer without a network, says so, and sends it when the network is back', async () => {
  let isOnline = false;
  const { sent } = await show(SET, {
    [put('reasons')]: () => (isOnline ? json({ revision: 1 }) : Promise.reject(new TypeError('offline'))),
  });
  await openFacts();
  await reasons.fill('막사에서 적은 글');
  await expect.element(page.getByText(/연결이 끊겼습니다/)).toBeVisible();
  expect(sessionStorage.getItem('entries')).toContain('막사에서 적은 글');
  isOnline = true;
  window.dispatchEvent(new Event('online'));
  await expect.element(page.getByText('저장했습니다.')).toBeVisible();
  expect(sent.at(-1)).toEqual({ value: '막사에서 적은 글', revision: 0 });
  expect(sessionStorage.getItem('entries')).toBeNull();
});

test('sends what an earlier visit could not', async () => {
  const values = { reasons: { value: '지난번 글', revision: 0 } };
  sessionStorage.setItem('entries', JSON.stringify({ 'answers-1-7-sample': { keptAt: Date.now(), values } }));
  const { sent } = await show(SET, { [put('reasons')]: () => json({ revision: 1 }) });
  await openFacts();
  await expect.element(reasons).toHaveValue('지난번 글');
  await expect.poll(() => sent).toEqual([{ value: '지난번 글', revision: 0 }]);
});

test('says at a question that its answer is too long, and does not send it', async () => {
  const { sent } = await show(SET);
  await openFacts();
  await reasons.fill('가'.repeat(4001));
  await expect.element(page.getByText('4000자 이하로 입력해주세요.')).toBeVisible();
  expect(sent).toEqual([]);
});

test('leads to the first missing answer when the set is submitted', async () => {
  const details = [{ path: 'stage', message: '답을 입력해주세요.' }];
  const refused = { error: '입력값을 확인해주세요.', code: 'VALIDATION_FAILED', details };
  const { onSubmitted } = await show(SET, { [SUBMIT]: () => json(refused, 400) });
  await openFacts();
  await page.getByRole('button', { name: '제출하기' }).click();
  await expect.element(page.getByText('답을 입력해주세요.')).toBeVisible();
  await expect.element(page.getByLabelText('조사 중')).toHaveFocus();
  expect(onSubmitted).not.toHaveBeenCalled();
});

test('submits after what was typed last is saved', async () => {
  const { sent, onSubmitted } = await show(SET, {
    [put('reasons')]: () => json({ revision: 1 }),
    [SUBMIT]: () => json({ ...SET, state: 'submitted' }),
  });
  await openFacts();
  await reasons.fill('끝');
  await page.getByRole('button', { name: '제출하기' }).click();
  await expect.poll(() => onSubmitted).toHaveBeenCalledOnce();
  expect(sent).toEqual([{ value: '끝', revision: 0 }, undefined]);
});

test('opens after asking again only what is named, with the reason', async () => {
  const asked = { ...REASONS, asked_again: '문장 그대로 적어주세요.' };
  const groups = [{ title: '사실', questions: [STAGE, asked] }];
  const answers = { stage: answer('2'), reasons: answer('대강 적은 글') };
  await show({ ...SET, state: 'asked_again', groups, answers });
  await expect.element(page.getByText('문장 그대로 적어주세요.')).toBeVisible();
  await expect.element(reasons).toHaveValue('대강 적은 글');
  await expect.element(page.getByText('처분 받음')).toBeVisible();
  await expect.element(page.getByRole('radio')).not.toBeInTheDocument();
});

test('locks sensitive questions until the client has consented', async () => {
  await show(SET);
  await openFacts();
  await expect.element(page.getByText(/민감정보 처리에 동의한 뒤에/)).toBeVisible();
  await expect.element(page.getByLabelText('건강 문제')).not.toBeInTheDocument();
});

test('answers for a client that the client answers, and saves that on submitting alone', async () => {
  const SELF = question({ id: 'answers_self', kind: 'yes_no', label: '본인이 답하나요?', required: true });
  const KNOWS = question({
    id: 'knows',
    kind: 'text',
    label: '의뢰인이 아나요?',
    when: { id: 'answers_self', is: [false] },
  });
  const set = { ...SET, groups: [{ title: '연락', questions: [SELF, KNOWS] }] };
  const answers = {
    [put('answers_self')]: () => json({ revision: 1 }),
    [SUBMIT]: () => json({ ...set, state: 'submitted' }),
  };
  const { sent, onSubmitted } = await show(set, answers, true);
  await expect.element(page.getByLabelText('예', { exact: true })).toBeChecked();
  await expect.element(page.getByLabelText('의뢰인이 아나요?')).not.toBeInTheDocument();
  expect(sent).toEqual([]);
  await page.getByRole('button', { name: '제출하기' }).click();
  await vi.waitFor(() => expect(onSubmitted).toHaveBeenCalledOnce());
  expect(sent).toEqual([{ value: true, revision: 0 }, undefined]);
});

import { describe, expect, it } from 'vitest';
import { isAskedOf, isOpen, isShown, mayStaffMove, missingQuestions, readAnswer } from './answer-rules.ts';
import { findQuestion, type Question, type QuestionSet } from './question-set.ts';

const OPTIONS = [
  { id: 'notice', label: '출석 통지' },
  { id: 'done', label: '처분' },
];
const SET: Pick<QuestionSet, 'groups'> = {
  groups: [
    {
      title: '지금 단계',
      questions: [
        { id: 'stage', kind: 'choice', label: '단계', required: true, options: OPTIONS },
        { id: 'received_on', kind: 'date', label: '받은 날', required: true, when: { id: 'stage', is: ['done'] } },
        { id: 'why', kind: 'long', label: '사유', when: { id: 'received_on', is: ['2026-11-02'] } },
        { id: 'health', kind: 'long', label: '건강', required: true, sensitive: true, audience: 'client' },
        { id: 'order', kind: 'paper', label: '처분서', required: true },
      ],
    },
  ],
};

function question(id: string): Question {
  const found = findQuestion(SET, id);
  if (!found) throw new Error(id);
  return found;
}
const OF: Question = { id: 'x', kind: 'text', label: '' };

describe('isShown', () => {
  it('follows the answer on which a question depends', () => {
    expect(isShown(SET, question('stage'), {})).toBe(true);
    expect(isShown(SET, question('received_on'), {})).toBe(false);
    expect(isShown(SET, question('received_on'), { stage: 'notice' })).toBe(false);
    expect(isShown(SET, question('received_on'), { stage: 'done' })).toBe(true);
  });

  it('hides a question behind a hidden one, although that has an answer', () => {
    const answers = { stage: 'notice', received_on: '2026-11-02' };
    expect(isShown(SET, question('why'), answers)).toBe(false);
    expect(isShown(SET, question('why'), { ...answers, stage: 'done' })).toBe(true);
  });
});

describe('missingQuestions', () => {
  const missing = (answers: object, isAsked = (_: Question) => true) =>
    missingQuestions(SET, { ...answers }, isAsked).map(({ id }) => id);

  it('names the required ones that are shown; a paper never holds up submitting', () => {
    expect(missing({})).toEqual(['stage', 'health']);
    expect(missing({ stage: 'done', health: '허리' })).toEqual(['received_on']);
    expect(missing({ stage: 'notice', health: '허리' })).toEqual([]);
  });

  it('asks for nothing that is not asked of the person', () => {
    expect(missing({ stage: 'notice' }, (one) => isAskedOf(one, 'payer'))).toEqual([]);
    expect(isAskedOf(question('health'), 'client')).toBe(true);
    expect(isAskedOf({ ...question('health'), audience: 'both' }, 'payer')).toBe(false);
    expect(isAskedOf({ ...OF, audience: 'payer' }, 'client')).toBe(false);
    expect(isAskedOf({ ...OF, audience: 'payer' }, 'both')).toBe(true);
  });
});

describe('readAnswer', () => {
  it('takes what the kind has', () => {
    expect(readAnswer({ ...OF, kind: 'text' }, ' 한 줄 ')).toEqual({ value: '한 줄' });
    expect(readAnswer({ ...OF, kind: 'long' }, '첫 줄\n둘째 줄')).toEqual({ value: '첫 줄\n둘째 줄' });
    expect(readAnswer({ ...OF, kind: 'date' }, '2026-11-02')).toEqual({ value: '2026-11-02' });
    expect(readAnswer({ ...OF, kind: 'yes_no' }, false)).toEqual({ value: false });
    expect(readAnswer({ ...OF, kind: 'choice', options: OPTIONS }, 'done')).toEqual({ value: 'done' });
    expect(readAnswer({ ...OF, kind: 'choices', options: OPTIONS }, ['done'])).toEqual({ value: ['done'] });
    for (const kind of ['text', 'long', 'date', 'yes_no', 'choice', 'choices'] as const) {
      expect(readAnswer({ ...OF, kind }, null)).toEqual({ value: null });
    }
  });

  it('refuses everything else', () => {
    const refused: [Partial<Question>, unknown][] = [
      [{ kind: 'text' }, 5],
      [{ kind: 'text' }, '두\n줄'],
      [{ kind: 'text' }, '가'.repeat(201)],
      [{ kind: 'long' }, '가'.repeat(4001)],
      [{ kind: 'text', max: 10 }, '가'.repeat(11)],
      [{ kind: 'date' }, '2026-02-30'],
      [{ kind: 'yes_no' }, 'yes'],
      [{ kind: 'choice', options: OPTIONS }, 'other'],
      [{ kind: 'choices', options: OPTIONS }, ['done', 'other']],
      [{ kind: 'choices', options: OPTIONS }, ['done', 'done']],
      [{ kind: 'choices', options: OPTIONS }, 'done'],
      [{ kind: 'paper' }, null],
      [{ kind: 'notice' }, '읽음'],
    ];
    for (const [part, value] of refused) {
      expect(readAnswer({ ...OF, ...part }, value)).toEqual({ problem: expect.any(String) });
    }
    expect(readAnswer({ ...OF, kind: 'text' }, '가'.repeat(200))).toEqual({ value: '가'.repeat(200) });
    expect(readAnswer({ ...OF, kind: 'long' }, '가'.repeat(4000))).toEqual({ value: '가'.repeat(4000) });
  });
});

it('opens after asking again only what has a reason', () => {
  expect([isOpen('not_started', false), isOpen('started', false)]).toEqual([true, true]);
  expect([isOpen('submitted', true), isOpen('confirmed', true)]).toEqual([false, false]);
  expect([isOpen('asked_again', true), isOpen('asked_again', false)]).toEqual([true, false]);
});

it('lets staff confirm and ask again only what was submitted', () => {
  expect(mayStaffMove('submitted', 'confirmed')).toBe(true);
  expect(mayStaffMove('asked_again', 'confirmed')).toBe(false);
  expect(mayStaffMove('started', 'asked_again')).toBe(false);
  expect(mayStaffMove('confirmed', 'asked_again')).toBe(true);
});

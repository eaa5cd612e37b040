import { describe, expect, it } from 'vitest';
import { caseHeadline, caseTasks, type TaskLetter, type TaskPaper, type TaskSet } from './case-tasks.ts';
import { mayStaffSet, needsReason, takesFiles } from './paper-state.ts';

const SET: TaskSet = { set: 'discipline', title: '질문지', state: 'started', due_on: null };
const PAPER: TaskPaper = { id: 3, title: '진단서', state: 'requested', asked_of: 'client', due_on: null };
const BOTH = { answerer: 'client', forClient: 'client' } as const;
const whoseSet = (state: TaskSet['state']) =>
  caseTasks({ sets: [{ ...SET, state }], papers: [] }, BOTH).map(({ whose }) => whose);
const whosePaper = (part: Partial<TaskPaper>) =>
  caseTasks({ sets: [], papers: [{ ...PAPER, ...part }] }, BOTH).map(({ whose }) => whose);

describe('caseTasks', () => {
  it('gives questions to those who answer until they are submitted, then to the firm', () => {
    for (const state of ['not_started', 'started', 'asked_again'] as const) expect(whoseSet(state)).toEqual(['client']);
    expect(whoseSet('submitted')).toEqual(['firm']);
    expect(whoseSet('confirmed')).toEqual([]);
  });

  it('gives a paper to the person who brings it until it is uploaded, then to the firm', () => {
    expect(whosePaper({})).toEqual(['client']);
    expect(whosePaper({ asked_of: 'payer', state: 'returned' })).toEqual(['payer']);
    expect(whosePaper({ state: 'uploaded' })).toEqual(['firm']);
    for (const state of ['accepted', 'not_needed', 'cancelled'] as const) expect(whosePaper({ state })).toEqual([]);
    const alone = caseTasks({ sets: [], papers: [PAPER] }, { answerer: 'payer', forClient: 'payer' });
    expect(alone.map(({ whose }) => whose)).toEqual(['payer']);
  });

  it('names the set or paper that a task is about', () => {
    expect(caseTasks({ sets: [SET], papers: [PAPER] }, BOTH).map(({ name }) => name)).toEqual(['discipline', '3']);
  });

  const letterTasks = (letter: TaskLetter) =>
    caseTasks({ sets: [], papers: [], letter }, BOTH).map(({ title, whose, isGuardians, due_on }) => [
      isGuardians ? 'guardian' : whose,
      title,
      due_on,
    ]);

  it('gives a letter to each who may sign it, until the offer ends', () => {
    const offered = { state: 'offered', signers: ['client', 'payer'], due_on: '2026-12-11' } as const;
    expect(letterTasks(offered)).toEqual([
      ['client', '수임계약서를 읽고 서명하기', '2026-12-11'],
      ['payer', '비용 부담 확인서에 서명하기', '2026-12-11'],
    ]);
    expect(letterTasks({ ...offered, state: 'signed_by_client', signers: ['guardian'] })).toEqual([
      ['guardian', '법정대리인으로 서명하기', null],
    ]);
    expect(letterTasks({ ...offered, state: 'signed_by_client', signers: ['firm'] })).toEqual([
      ['firm', '수임계약서에 서명하기', null],
    ]);
  });

  it('gives a draft, a declined and an expired letter to the firm, and one that has ended to none', () => {
    const whoseLetter = (state: TaskLetter['state']) =>
      letterTasks({ state, signers: [], due_on: null }).map(([whose]) => whose);
    for (const state of ['draft', 'declined', 'expired'] as const) expect(whoseLetter(state)).toEqual(['firm']);
    for (const state of ['sealed', 'withdrawn', 'replaced'] as const) expect(whoseLetter(state)).toEqual([]);
  });

  it('asks the client for a missing consent, and puts calls on their day', () => {
    const calls = [{ title: '첫 통화', whose: 'firm', due_on: '2026-12-01' }] as const;
    const tasks = caseTasks({ sets: [], papers: [], calls, needsConsent: true }, BOTH);
    expect(tasks.map(({ kind, whose, due_on }) => [kind, whose, due_on])).toEqual([
      ['call', 'firm', '2026-12-01'],
      ['consent', 'client', null],
    ]);
  });

  it('puts the first day first, and what has none last', () => {
    const papers = [PAPER, { ...PAPER, due_on: '2026-12-02' }, { ...PAPER, due_on: '2026-12-01' }];
    expect(caseTasks({ sets: [], papers }, BOTH).map(({ due_on }) => due_on)).toEqual([
      '2026-12-01',
      '2026-12-02',
      null,
    ]);
  });
});

it('takes files until staff have accepted a paper, and returns only one with files', () => {
  expect((['requested', 'uploaded', 'returned'] as const).every(takesFiles)).toBe(true);
  expect((['accepted', 'not_needed', 'cancelled'] as const).some(takesFiles)).toBe(false);
  expect([mayStaffSet('requested', 'returned', false), mayStaffSet('uploaded', 'returned', true)]).toEqual([
    false,
    true,
  ]);
  expect([mayStaffSet('requested', 'uploaded', false), mayStaffSet('requested', 'accepted', false)]).toEqual([
    false,
    true,
  ]);
  expect((['returned', 'not_needed'] as const).every(needsReason)).toBe(true);
});

it('lets the reader wait only where no task is open and no answer is unread', () => {
  expect(caseHeadline({ tasks: 0, answers: 0 })).toBe('지금은 기다리시면 됩니다');
  expect(caseHeadline({ tasks: 0, answers: 2 })).toBe('읽지 않은 답변이 있습니다');
  expect(caseHeadline({ tasks: 1, answers: 2 })).toBe('지금 하실 일 1개');
});

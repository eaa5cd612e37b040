import { expect, test } from 'vitest';
import { deskSentence } from './desk-sentence.ts';

test('names the day and hour of the answer outside of the office hours', () => {
  expect(deskSentence({ is_open: false, changes_at: '2026-11-23T00:00:00.000Z' }, '평일 09:00-18:00')).toBe(
    '지금은 상담 시간(평일 09:00-18:00)이 아닙니다. 11월 23일(월) 09:00부터 보내신 순서대로 답변드립니다.',
  );
});

test('promises an answer in order within them', () => {
  expect(deskSentence({ is_open: true, changes_at: '2026-11-23T09:00:00.000Z' }, '평일 09:00-18:00')).toBe(
    '지금은 상담 시간(평일 09:00-18:00)입니다. 보내신 순서대로 답변드립니다.',
  );
});

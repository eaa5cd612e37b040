import { expect, it } from 'vitest';
import { conversationSubject } from './conversation-subject.ts';

it.each([
  ['징계 문의', '본문', '징계 문의'],
  [' ', '\n  징계\t통보를 받았습니다. \n언제까지 내야 하나요?', '징계 통보를 받았습니다.'],
  ['', '가'.repeat(40), '가'.repeat(40)],
  ['', '😀'.repeat(41), `${'😀'.repeat(40)}…`],
  ['', ' \n', '사진·문서 문의'],
])('of subject "%s" and text "%s" is "%s"', (subject, text, expected) => {
  expect(conversationSubject({ subject, text })).toBe(expected);
});

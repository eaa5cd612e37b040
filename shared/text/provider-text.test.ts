import { expect, it } from 'vitest';
import { providerText } from './provider-text.ts';

it.each([
  ['징계·항고 · 기본', '징계·항고 · 기본'],
  ['"현부심", \'의견서\' \\ 작성', '현부심 의견서 작성'],
  ['⚡병가🙂 상담❤\ufe0f', '병가 상담'],
  ['의견서 (1회)/2', '의견서 (1회)/2'],
  ['가'.repeat(120), '가'.repeat(100)],
  [`${'가'.repeat(99)} 나`, '가'.repeat(99)],
  ['𠮷'.repeat(60), '𠮷'.repeat(50)],
  ['🙂', ''],
])('writes %j as %j', (text, fitted) => {
  expect(providerText(text)).toBe(fitted);
});

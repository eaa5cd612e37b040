import { expect, it } from 'vitest';
import { foldAscii } from './ascii-case.ts';

it('folds ASCII letters alone', () => {
  expect(foldAscii('Kim.01@Shop.Example')).toBe('kim.01@shop.example');
  expect(foldAscii('\u212aim \u0130\u017f\u00c4가')).toBe('\u212aim \u0130\u017f\u00c4가');
});

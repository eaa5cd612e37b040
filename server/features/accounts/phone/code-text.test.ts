import { describe, expect, it } from 'vitest';
import { codeText } from './code-text.ts';

/** Two for each Korean character, as carriers count. */
const bytesOf = (text: string) => [...text].reduce((sum, character) => sum + (character <= '\u007f' ? 1 : 2), 0);

describe('codeText', () => {
  it('names the site in its last line over https, for browsers that fill codes in', () => {
    const proof = { purpose: 'proof', code: '012345' } as const;
    expect(
      codeText({ ...proof, siteUrl: 'https://shop.example' })
        .split('\n')
        .at(-1),
    ).toBe('@shop.example #012345');
    expect(codeText({ ...proof, siteUrl: 'http://127.0.0.1:3000' })).not.toContain('@');
  });

  it('names a new password as what the code is for', () => {
    const reset = codeText({ purpose: 'reset', code: '012345', siteUrl: 'https://shop.example' });
    expect(reset).toContain('비밀번호 재설정 인증번호 012345');
  });

  it.each(['proof', 'reset'] as const)('fits into an SMS for a %s, which costs less than a long message', (purpose) => {
    for (const siteUrl of ['https://shop.example', 'http://127.0.0.1:3000']) {
      expect(bytesOf(codeText({ purpose, code: '012345', siteUrl }))).toBeLessThanOrEqual(90);
    }
  });
});

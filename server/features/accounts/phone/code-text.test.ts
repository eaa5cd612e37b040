import { describe, expect, it } from 'vitest';
import { codeText } from './code-text.ts';

/** Two for each Korean character, as carriers count. */
const bytesOf = (text: string) => [...text].reduce((sum, character) => sum + (character <= '\u007f' ? 1 : 2), 0);

describe('codeText', () => {
  it('names the site in its last line over https, for browsers that fill codes in', () => {
    expect(codeText('012345', 'https://shop.example').split('\n').at(-1)).toBe('@shop.example #012345');
    expect(codeText('012345', 'http://127.0.0.1:3000')).not.toContain('@');
  });

  it('fits into an SMS, which costs less than a long message', () => {
    expect(bytesOf(codeText('012345', 'https://shop.example'))).toBeLessThanOrEqual(90);
    expect(bytesOf(codeText('012345', 'http://127.0.0.1:3000'))).toBeLessThanOrEqual(90);
  });
});

import { describe, expect, it } from 'vitest';
import { firstDrawingStyles } from './first-drawing.ts';

const IMG = '<img src="/images/hero.svg" alt="변호사" fetchPriority="high" class="w-full"/>';
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg">\n<path fill='#fff' d="M0 0"/>100%\\</svg>`;

const read = async (address: string) => `${DRAWING}<!-- ${address} -->`;

describe('the first drawing of a page', () => {
  it('is painted by the styles of the page', async () => {
    const styles = await firstDrawingStyles(`<main>${IMG}</main>`, read);
    const [, address = ''] = /^img\[src="\/images\/hero\.svg"\]\{background:url\("([^"]*)"\)/.exec(styles) ?? [];
    expect(address).not.toMatch(/[<>\n#\\]/);
    expect(decodeURIComponent(address)).toBe(`data:image/svg+xml,${DRAWING}<!-- /images/hero.svg -->`);
  });

  it.each([
    ['of usual priority', IMG.replace(' fetchPriority="high"', '')],
    ['of another site', IMG.replace('/images/hero.svg', 'https://example.test/hero.svg')],
    ['out of another folder', IMG.replace('/images/', '/images/../')],
    ['that is a photograph', IMG.replace('.svg', '.webp')],
  ])('is not painted for a picture %s', async (_, img) => {
    expect(await firstDrawingStyles(img, read)).toBe('');
  });

  it('is not painted where drawings are not read', async () => {
    expect(await firstDrawingStyles(IMG, undefined)).toBe('');
  });
});

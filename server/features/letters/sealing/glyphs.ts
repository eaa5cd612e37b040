import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PDF } from '@libpdf/core';

const FONTS = ['Pretendard-Regular.ttf', 'Pretendard-Bold.ttf'];

function readFonts(): Buffer[] {
  return FONTS.map((file) =>
    readFileSync(fileURLToPath(import.meta.resolve(`pretendard/dist/public/static/alternative/${file}`))),
  );
}

/** The fonts of letters. */
export const fonts = readFonts();

/** The same fonts, asked which characters they have. */
const glyphs = fonts.map((font) => PDF.create().embedFont(new Uint8Array(font)));

/** Characters that are laid out and not drawn. */
const INVISIBLE = /[\s\u200b]/u;

/** Returns the characters that a font of letters lacks: each would be a box on a signed paper. */
export function missingCharacters(texts: readonly string[]): string[] {
  return [...new Set(texts.join(''))].filter(
    (character) => !INVISIBLE.test(character) && !glyphs.every((font) => font.canEncode(character)),
  );
}

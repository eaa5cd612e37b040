import { AppError } from '#server/lib/errors.ts';
import type { GlyphCheck } from './letter-writer.ts';

/** A text of a document, by the field that it comes from and its Korean name. */
export type NamedText = { path: string; label: string; text: string };

/**
 * Refuses texts with a character that the fonts of letters lack: they could be signed, and never be written.
 * @throws AppError LETTER_CHARACTERS with the characters of each field
 */
export async function requireGlyphs(glyphs: GlyphCheck, texts: readonly NamedText[]): Promise<void> {
  const missing = await glyphs.run(texts.map(({ text }) => text));
  if (missing.length === 0) return;
  const details = texts.flatMap(({ path, label, text }) => {
    const found = missing.filter((character) => text.includes(character));
    return found.length === 0 ? [] : [{ path, message: `${label}에 문서로 쓸 수 없는 글자: ${found.join(' ')}` }];
  });
  throw new AppError('LETTER_CHARACTERS', { details });
}

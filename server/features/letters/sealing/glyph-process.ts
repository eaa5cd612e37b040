import { workForParent } from '#server/lib/process/work-for-parent.ts';
import { missingCharacters } from './glyphs.ts';

/** Worker process that looks characters up in the fonts of letters. */
workForParent(async (texts: readonly string[]) => missingCharacters(texts));

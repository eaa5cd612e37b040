import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import subsetFont from 'subset-font';

/** From normal to bold: the only weights that the pages use. */
const WEIGHTS = { min: 400, max: 700, default: 400 };
/** Kerning, and figures of one width for prices. */
const FEATURES = ['kern', 'tnum'];
/** Ids of the `name` table: copyright, licence, address of the licence. */
const KEPT_NAMES = [0, 13, 14];

export const PRETENDARD = join(
  dirname(createRequire(import.meta.url).resolve('pretendard/package.json')),
  'dist/public/variable/PretendardVariable.ttf',
);

/** Where the table of a TrueType font starts. */
function tableOffset(font: Buffer, tag: string): number {
  for (let at = 12; at < 12 + font.readUInt16BE(4) * 16; at += 16)
    if (font.toString('latin1', at, at + 4) === tag) return font.readUInt32BE(at + 8);
  throw new Error(`The font has no table "${tag}"`);
}

/**
 * A copy of the font with no other names than these. The name "Pretendard" is reserved for the
 * unmodified font (OFL 1.1, condition 3), and the subsetter always keeps the family's name.
 */
function withNames(font: Buffer, ids: readonly number[]): Buffer {
  const copy = Buffer.from(font);
  const table = tableOffset(copy, 'name');
  const records = Array.from({ length: copy.readUInt16BE(table + 2) }, (_, index) => {
    const at = table + 6 + index * 12;
    return Buffer.from(copy.subarray(at, at + 12));
  });
  const kept = records.filter((record) => ids.includes(record.readUInt16BE(6)));
  Buffer.concat(kept).copy(copy, table + 6);
  copy.writeUInt16BE(kept.length, table + 2);
  return copy;
}

/**
 * The part of Pretendard's variable font that draws these characters in the weights of the pages.
 */
export function cutFont(
  font: Buffer,
  characters: readonly string[],
  targetFormat: 'woff2' | 'truetype' = 'woff2',
): Promise<Buffer> {
  return subsetFont(withNames(font, KEPT_NAMES), characters.join(''), {
    targetFormat,
    keepFeatures: FEATURES,
    variationAxes: { wght: WEIGHTS },
    preserveNameIds: KEPT_NAMES,
    noHinting: true,
  });
}

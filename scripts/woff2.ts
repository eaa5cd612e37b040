import { brotliCompressSync, constants } from 'node:zlib';

const HEADER_BYTES = 48;
const SFNT_HEADER_BYTES = 12;
const SFNT_ENTRY_BYTES = 16;
/** "The tag stands behind": spares the list of known tags. */
const ANY_TAG = 63;
/** These two are expected transformed unless they say otherwise. */
const AS_THEY_ARE = 3 << 6;

type Table = { tag: string; bytes: Buffer };

function tablesOf(font: Buffer): Table[] {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index): Table => {
    const at = SFNT_HEADER_BYTES + index * SFNT_ENTRY_BYTES;
    const offset = font.readUInt32BE(at + 8);
    return {
      tag: font.toString('latin1', at, at + 4),
      bytes: font.subarray(offset, offset + font.readUInt32BE(at + 12)),
    };
  });
  // The places of the outlines have to follow the outlines.
  const order = ({ tag }: Table) => (tag === 'loca' ? 'glyf+' : tag);
  return tables.sort((a, b) => (order(a) < order(b) ? -1 : 1));
}

/** A number in groups of seven bits, the greatest first, all but the last with their high bit set. */
function base128(value: number): number[] {
  const groups = [value & 127];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) groups.unshift((rest & 127) | 128);
  return groups;
}

function directoryEntry({ tag, bytes }: Table): Buffer {
  const flags = ANY_TAG | (tag === 'glyf' || tag === 'loca' ? AS_THEY_ARE : 0);
  return Buffer.concat([Buffer.from([flags]), Buffer.from(tag, 'latin1'), Buffer.from(base128(bytes.length))]);
}

/** Packs a TrueType font as WOFF 2.0, its tables as they are (https://www.w3.org/TR/WOFF2/). */
export function toWoff2(font: Buffer): Buffer {
  const tables = tablesOf(font);
  const directory = Buffer.concat(tables.map(directoryEntry));
  const contents = Buffer.concat(tables.map(({ bytes }) => bytes));
  const packed = brotliCompressSync(contents, {
    params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_FONT, [constants.BROTLI_PARAM_QUALITY]: 11 },
  });
  const padding = Buffer.alloc(-(HEADER_BYTES + directory.length + packed.length) & 3);
  const padded = tables.map(({ bytes }) => (bytes.length + 3) & ~3).reduce((sum, length) => sum + length, 0);
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('wOF2', 'latin1');
  font.copy(header, 4, 0, 4);
  header.writeUInt32BE(HEADER_BYTES + directory.length + packed.length + padding.length, 8);
  header.writeUInt16BE(tables.length, 12);
  header.writeUInt32BE(SFNT_HEADER_BYTES + tables.length * SFNT_ENTRY_BYTES + padded, 16);
  header.writeUInt32BE(packed.length, 20);
  header.writeUInt16BE(1, 24);
  return Buffer.concat([header, directory, packed, padding]);
}

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cutFont, PRETENDARD } from './cut-font.ts';

const whole = readFileSync(PRETENDARD);
const part = await cutFont(whole, ['가', '각', '1'], 'truetype');

/** The tables of a TrueType font by their tags. */
function tablesOf(font: Buffer): Map<string, Buffer> {
  const entries = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + index * 16);
  return new Map(
    entries.map((at) => {
      const from = font.readUInt32BE(at + 8);
      return [font.toString('latin1', at, at + 4), font.subarray(from, from + font.readUInt32BE(at + 12))];
    }),
  );
}

function nameIdsOf(font: Buffer): number[] {
  const names = tablesOf(font).get('name') ?? Buffer.alloc(6);
  return Array.from({ length: names.readUInt16BE(2) }, (_, index) => names.readUInt16BE(6 + index * 12 + 6));
}

describe('cutFont', () => {
  it('keeps copyright, licence and its address, and drops the reserved name', () => {
    expect(new Set(nameIdsOf(whole))).toContain(1);
    expect([...new Set(nameIdsOf(part))].sort((a, b) => a - b)).toEqual([0, 13, 14]);
    expect(tablesOf(part).get('name')?.toString('utf16le')).not.toContain('Pretendard Variable');
  });

  it('keeps the weights from normal to bold', () => {
    const axis = tablesOf(part).get('fvar')?.subarray(16) ?? Buffer.alloc(16);
    expect(axis.toString('latin1', 0, 4)).toBe('wght');
    expect([4, 8, 12].map((at) => axis.readInt32BE(at) / 0x10000)).toEqual([400, 400, 700]);
  });

  it('packs a few characters as a small WOFF 2.0 file', async () => {
    const packed = await cutFont(whole, ['가', '각', '1']);
    expect(packed.toString('latin1', 0, 4)).toBe('wOF2');
    expect(packed.length).toBeLessThan(5000);
    expect(packed.length).toBeLessThan(part.length);
  });
});

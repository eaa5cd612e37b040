import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LAWYERS } from '#content/lawyers.ts';
import { isolines } from './isolines.ts';
import { PEOPLE } from './people.ts';
import { portraitSvg } from './picture.ts';

const publicFolder = resolve(import.meta.dirname, '../../web/public');

describe('the portraits', () => {
  it.each(LAWYERS)('has a file of less than 12 kB for $name', ({ portrait }) => {
    const svg = readFileSync(join(publicFolder, portrait), 'utf8');
    expect(svg).toMatch(/^<svg [^>]+><path .+<\/svg>\n$/);
    expect(svg.length).toBeLessThan(12_000);
  });

  it('are what the script draws', () => {
    const [person] = PEOPLE;
    if (!person) throw new Error('no people');
    const file = join(publicFolder, `images/lawyers/${person.key}.svg`);
    expect(readFileSync(file, 'utf8')).toBe(portraitSvg(person));
  });
});

describe('isolines', () => {
  const options = { size: 40, step: 1, isWanted: () => true };

  it('joins the segments of a closed line', () => {
    const [circle, ...others] = isolines((x, y) => Math.hypot(x - 20, y - 20), { ...options, spacing: 15 }).filter(
      (line) => line.length > 80,
    );
    expect(others).toEqual([]);
    for (const [x, y] of circle ?? []) expect(Math.hypot(x - 20, y - 20)).toBeCloseTo(15, 1);
    expect(circle?.[0]).toEqual(circle?.at(-1));
  });

  it('draws a line for each level, across the whole field', () => {
    const lines = isolines((x, y) => y + 0.01 * x + 0.5, { ...options, spacing: 10 });
    for (const line of lines) expect(Math.abs((line[0]?.[0] ?? 0) - (line.at(-1)?.[0] ?? 0))).toBeCloseTo(40);
    expect(lines.length).toBe(4);
  });
});

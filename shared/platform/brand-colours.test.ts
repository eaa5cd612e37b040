import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as brand from './brand-colours.ts';

const TOKENS = readFileSync(new URL('../../web/styles/tokens.css', import.meta.url), 'utf8');

/** Each colour of a part of the style sheet by its name in TypeScript, as in `INK_950`. */
const coloursIn = (css = '') =>
  Object.fromEntries(
    [...css.matchAll(/--color-([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', hex]) => [
      name.toUpperCase().replaceAll('-', '_'),
      hex,
    ]),
  );

const [day, dark] = TOKENS.split('(prefers-color-scheme: dark)');
const [night, onDarkSurfaces] = dark?.split('.daylight') ?? [];
const tokens = coloursIn(day);

describe('brand colours', () => {
  it('are the same in TypeScript and in the design tokens', () => {
    const { brandColourRule, ...colours } = brand;
    expect(Object.keys(colours).length).toBeGreaterThan(5);
    expect(tokens).toMatchObject(colours);
  });

  it('stay those of the day on surfaces that are dark in both themes', () => {
    const kept = coloursIn(onDarkSurfaces);
    expect(Object.keys(kept).length).toBeGreaterThan(5);
    expect(tokens).toMatchObject(kept);
    expect(Object.keys(coloursIn(night))).toEqual(expect.arrayContaining(Object.keys(kept)));
  });

  it('are offered as custom properties to pages that do not load the shop’s style sheet', () => {
    expect(brand.brandColourRule()).toContain(`--ink-900:${tokens.INK_900};`);
  });
});

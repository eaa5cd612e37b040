import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as brand from './brand-colours.ts';

const TOKENS = readFileSync(new URL('../../web/styles/tokens.css', import.meta.url), 'utf8');

/** Each colour of the style sheet by its name in TypeScript, as in `INK_950`. */
const tokens = Object.fromEntries(
  [...TOKENS.matchAll(/--color-([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', hex]) => [
    name.toUpperCase().replaceAll('-', '_'),
    hex,
  ]),
);

describe('brand colours', () => {
  it('are the same in TypeScript and in the design tokens', () => {
    const { brandColourRule, ...colours } = brand;
    expect(Object.keys(colours).length).toBeGreaterThan(5);
    expect(tokens).toMatchObject(colours);
  });

  it('are offered as custom properties to pages that do not load the shop’s style sheet', () => {
    expect(brand.brandColourRule()).toContain(`--ink-900:${tokens.INK_900};`);
  });
});

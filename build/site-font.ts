import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { SAMPLE_CATALOGUE } from '../content/sample-catalogue.ts';
import { cutFont, PRETENDARD } from './cut-font.ts';

const root = resolve(import.meta.dirname, '..');
const FOLDER = join(root, 'dist/fonts');
const STYLE_SHEET = join(root, 'web/styles/faces.css');
/**
 * The texts of the public pages. Characters that only admins and customers write come from
 * Pretendard's own files.
 */
const TEXTS = ['content/**/*.{ts,html}', 'shared/**/*.ts', 'web/**/*.{ts,tsx}'];
/** The texts of home and of the list of services, where most visits begin; services are apart. */
const FIRST_TEXTS = [
  'content/{book,firm,lawyers,problems,service-kinds,stories}.ts',
  'web/features/{home,layout}/*.{ts,tsx}',
  'web/features/services/{card-price,package-card,package-comparison,service-card}.tsx',
  // Not what a search or a long list adds.
  'web/features/services/list/!(list-pages|other-categories|services-states).{ts,tsx}',
  'web/pages/{home,services/services}.tsx',
];
const NOT_PUBLIC = /(^|\/)admin|\.test\.ts$/;
const HANGUL = /[가-힣]/g;
const LATIN = [0x20, 0x7e] as const;
const PUNCTUATION = '·×–—‘’“”…「」₩→←↗';

const hangulIn = (text: string) => text.match(HANGUL) ?? [];

function hangulOf(patterns: string[]): string[] {
  const files = globSync(patterns, { cwd: root }).filter((file) => !NOT_PUBLIC.test(file));
  return files.flatMap((file) => hangulIn(readFileSync(join(root, file), 'utf8')));
}

/** Returns what the cards of the list show of each service. */
function catalogueHangul(): string[] {
  return SAMPLE_CATALOGUE.flatMap(({ category, title, tagline, card_description }) =>
    hangulIn([title, tagline, category === 'package' ? card_description : ''].join()),
  );
}

/** The characters of the first pages, and the others of all public pages. */
function siteCharacters(): { first: string[]; more: string[] } {
  const latin = Array.from({ length: LATIN[1] - LATIN[0] + 1 }, (_, index) => String.fromCharCode(LATIN[0] + index));
  const first = new Set([...latin, ...PUNCTUATION, ...hangulOf(FIRST_TEXTS), ...catalogueHangul()]);
  const more = new Set(hangulOf(TEXTS).filter((character) => !first.has(character)));
  return { first: [...first].sort(), more: [...more].sort() };
}

const codePoint = (character: string) => `U+${character.codePointAt(0)?.toString(16)}`;

/** Names the same weights as Pretendard's own faces: only then does the later face win. */
const faceOf = (file: string, range: string) => `@font-face {
  font-family: "Pretendard Variable";
  font-weight: 45 920;
  font-display: swap;
  src: url("./${file}") format("woff2");
  unicode-range: ${range};
}
`;

async function writeSiteFont(): Promise<void> {
  const { first, more } = siteCharacters();
  const font = readFileSync(PRETENDARD);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'site-font.woff2'), await cutFont(font, first));
  writeFileSync(join(FOLDER, 'site-font-more.woff2'), await cutFont(font, more));
  // Every page carries the ranges. The later face wins where both fit, so only the shorter list is written out.
  const faces = [
    faceOf('site-font.woff2', 'U+20-FFFF'),
    faceOf('site-font-more.woff2', more.map(codePoint).join(', ')),
  ];
  writeFileSync(join(FOLDER, 'site-font.css'), faces.join(''));
}

/**
 * Builds two font files with the characters of the public pages: those of the first pages, and the
 * others. Pretendard's own files, divided by character ranges, would need a dozen requests.
 */
export function siteFont(): Plugin {
  return {
    name: 'site-font',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    buildStart: writeSiteFont,
    transform: (code, id) => (id === STYLE_SHEET ? `@import "${join(FOLDER, 'site-font.css')}";\n${code}` : undefined),
  };
}

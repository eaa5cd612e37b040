import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { subsetFont } from './subset-font.ts';
import { toWoff2 } from './woff2.ts';

const root = resolve(import.meta.dirname, '..');
const FOLDER = join(root, 'dist/fonts');
const STYLE_SHEET = join(root, 'web/styles/app.css');
/** Where the words of the public pages stand; what staff write besides is drawn from Pretendard's own many files. */
const TEXTS = ['content/**/*.{ts,html}', 'shared/**/*.ts', 'web/**/*.{ts,tsx}'];
const NOT_PUBLIC = /(^|\/)admin|\.test\.ts$/;
const HANGUL = /[가-힣]/g;
const LATIN = [0x20, 0x7e] as const;
const PUNCTUATION = '·×–—‘’“”…「」₩→←↗';
/** From normal to bold: the only weights of the shop. */
const WEIGHTS = [400, 700] as const;
/** Spacing of pairs, and figures of one width for prices. */
const FEATURES = ['kern', 'tnum'];

function publicCharacters(): string[] {
  const files = globSync(TEXTS, { cwd: root }).filter((file) => !NOT_PUBLIC.test(file));
  const hangul = files.flatMap((file) => readFileSync(join(root, file), 'utf8').match(HANGUL) ?? []);
  const latin = Array.from({ length: LATIN[1] - LATIN[0] + 1 }, (_, index) => String.fromCharCode(LATIN[0] + index));
  return [...new Set([...latin, ...PUNCTUATION, ...hangul])].sort();
}

const codePoint = (character: string) => `U+${character.codePointAt(0)?.toString(16)}`;

/** Has to name the same weights as Pretendard's own faces: only then the later one goes first. */
const faceOf = (characters: string[]) => `@font-face {
  font-family: "Pretendard Variable";
  font-weight: 45 920;
  font-display: swap;
  src: url("./site-font.woff2") format("woff2");
  unicode-range: ${characters.map(codePoint).join(', ')};
}
`;

async function writeSiteFont(): Promise<void> {
  const pretendard = dirname(createRequire(import.meta.url).resolve('pretendard/package.json'));
  const whole = readFileSync(join(pretendard, 'dist/public/variable/PretendardVariable.ttf'));
  const characters = publicCharacters();
  const part = await subsetFont(whole, { characters, weights: WEIGHTS, features: FEATURES });
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'site-font.woff2'), toWoff2(part));
  writeFileSync(join(FOLDER, 'site-font.css'), faceOf(characters));
}

/** One font file with what the public pages say, in place of the dozen that Pretendard's own division would need. */
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

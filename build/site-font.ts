import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { cutFont, PRETENDARD } from './cut-font.ts';

const root = resolve(import.meta.dirname, '..');
const FOLDER = join(root, 'dist/fonts');
const STYLE_SHEET = join(root, 'web/styles/faces.css');
/** The texts of the public pages. Characters that only admins and customers write come from Pretendard's own files. */
const TEXTS = ['content/**/*.{ts,html}', 'shared/**/*.ts', 'web/**/*.{ts,tsx}'];
const NOT_PUBLIC = /(^|\/)admin|\.test\.ts$/;
const HANGUL = /[가-힣]/g;
const LATIN = [0x20, 0x7e] as const;
const PUNCTUATION = '·×–—‘’“”…「」₩→←↗';

function publicCharacters(): string[] {
  const files = globSync(TEXTS, { cwd: root }).filter((file) => !NOT_PUBLIC.test(file));
  const hangul = files.flatMap((file) => readFileSync(join(root, file), 'utf8').match(HANGUL) ?? []);
  const latin = Array.from({ length: LATIN[1] - LATIN[0] + 1 }, (_, index) => String.fromCharCode(LATIN[0] + index));
  return [...new Set([...latin, ...PUNCTUATION, ...hangul])].sort();
}

const codePoint = (character: string) => `U+${character.codePointAt(0)?.toString(16)}`;

/** Names the same weights as Pretendard's own faces: only then does the later face win. */
const faceOf = (characters: string[]) => `@font-face {
  font-family: "Pretendard Variable";
  font-weight: 45 920;
  font-display: swap;
  src: url("./site-font.woff2") format("woff2");
  unicode-range: ${characters.map(codePoint).join(', ')};
}
`;

async function writeSiteFont(): Promise<void> {
  const characters = publicCharacters();
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'site-font.woff2'), await cutFont(readFileSync(PRETENDARD), characters));
  writeFileSync(join(FOLDER, 'site-font.css'), faceOf(characters));
}

/**
 * Builds one font file with the characters of the public pages. Pretendard's own files, divided by
 * character ranges, would need a dozen requests.
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

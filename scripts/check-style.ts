/**
 * Checks what the formatter cannot: type sizes and brand colours come from the design tokens, and
 * comments wrap. Prints each breach; exit code 1 when there is one.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const TOKENS = 'web/styles/tokens.css';
const MAX_COMMENT_COLUMNS = 120;
/** An applied migration stays as it is: the shop compares its checksum. */
const APPLIED = /\.sql$/;
const COMMENT = /^\s*(\/\/|\/?\*|--\s)|\s\/\/\s/;

type Rule = { files: RegExp; except?: RegExp; code: RegExp; says: string };

/** The brand's colours as hex; plain white and black are everyone's. */
function brandColours(): string[] {
  const hexes = readFileSync(join(root, TOKENS), 'utf8').match(/#[0-9a-f]{6}/gi) ?? [];
  return hexes.filter((hex) => !/^#(ffffff|000000)$/i.test(hex));
}

const RULES: readonly Rule[] = [
  {
    files: /^web\/.*\.(tsx?|css)$/,
    code: /\btext-\[[\d.]+(px|rem)\]/,
    says: `use a type token of ${TOKENS}, such as text-small`,
  },
  {
    files: /\.(tsx?|css)$/,
    except: /^(web\/styles\/tokens\.css|shared\/platform\/brand-colours\.ts)$/,
    code: new RegExp(brandColours().join('|'), 'i'),
    says: 'use shared/platform/brand-colours.ts, or a token',
  },
  {
    files: /./,
    except: APPLIED,
    code: new RegExp(`^(?!/\\* @__)(?=.{${MAX_COMMENT_COLUMNS + 1}}).*?(${COMMENT.source})`),
    says: `wrap the comment, at 100 columns (${MAX_COMMENT_COLUMNS} at most)`,
  },
];

function sourceFiles(): string[] {
  const patterns = ['*.ts', '*.tsx', '*.mjs', '*.css', '*.sql'];
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  });
  return listed.split('\n').filter((file) => file !== '' && existsSync(join(root, file)));
}

function breachesOf(file: string): string[] {
  const rules = RULES.filter(({ files, except }) => files.test(file) && !except?.test(file));
  if (rules.length === 0) return [];
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  return lines.flatMap((line, index) =>
    rules.filter(({ code }) => code.test(line)).map(({ says }) => `${file}:${index + 1}: ${says}`),
  );
}

const files = sourceFiles();
const breaches = files.flatMap(breachesOf);
for (const breach of breaches) console.error(breach);
console.log(`style: ${files.length} files, ${breaches.length} breaches`);
process.exitCode = breaches.length > 0 ? 1 : 0;

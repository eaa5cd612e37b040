/**
 * Checks what the formatter cannot: type sizes and brand colours come from the design tokens,
 * comments wrap, sentences use plain words, literals are not spread, and no folder holds more than
 * 25 files, no file more than 400 lines. Prints each breach; exit code 1 when there is one.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const TOKENS = 'web/styles/tokens.css';
const MAX_COMMENT_COLUMNS = 120;
const MAX_FILES_IN_FOLDER = 25;
const MAX_LINES = 400;
/** Numbered series, which are read by number. */
const SERIES = /^(docs\/decisions|server\/db\/migrations)$/;
const COMMENT = /^\s*(\/\/|\/?\*|--\s|#\s)|\s\/\/\s/;
/** Archaic or indirect words; comments and documentation name the subject instead. */
const INDIRECT_WORDS =
  /\b(whoever|nobody|somebody|anybody|everybody|oneself|amid|anew|strangers?|thereof|he|him|his|himself|(broken?|breaks) off|taken over|takes over|known by|(is|are|was|were|be|been|being) told|walk(s|ed)? to)\b/i;

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
    except: /\.(sql|md)$/,
    code: new RegExp(`^(?!/\\* @__)(?=.{${MAX_COMMENT_COLUMNS + 1}}).*?(${COMMENT.source})`),
    says: `wrap the comment, at 100 columns (${MAX_COMMENT_COLUMNS} at most)`,
  },
  {
    files: /./,
    // Applied migrations have a checksum.
    except: /\.sql$|^scripts\/checks\/check-style\.ts$/,
    code: INDIRECT_WORDS,
    says: 'use a plain word, such as the user, another user, differs, again, returns, logs',
  },
  {
    files: /\.(tsx?|mjs|css)$/,
    code: /(\/\*\*?|^\s*\*|\/\/) (What|Whether)\b/,
    says: 'begin the comment with its subject or a verb: Returns, Describes, Holds, True when',
  },
  {
    files: /\.tsx?$/,
    code: /(?<!\{)\.{3}\{ *(?=[\w'"[]|$)/, // attributes of JSX have no other way
    says: 'write the properties themselves: a spread literal only changes how they are formatted',
  },
  {
    files: /^server\/features\/.*\.ts$/,
    except: /\.test\.ts$/,
    code: /\.toISOString\(\)(?!\.)/,
    says: 'use wireTime or wireTimeOrNull of server/lib/wire-time.ts',
  },
];

const SOURCES = ['*.ts', '*.tsx', '*.mjs', '*.css', '*.sql', '*.yaml', '*.conf', '*.service', 'Dockerfile'];

function listFiles(patterns: readonly string[]): string[] {
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
  const breaches = lines.flatMap((line, index) =>
    rules.flatMap(({ code, says }) => {
      const found = code.exec(line);
      return found ? [`${file}:${index + 1}: ${found[0].trim().slice(0, 40)}: ${says}`] : [];
    }),
  );
  // The last line ends with a line break too.
  const count = lines.length - 1;
  if (/\.tsx?$/.test(file) && count > MAX_LINES)
    breaches.push(`${file}: ${count} lines, ${MAX_LINES} at most: split it by topic`);
  return breaches;
}

function crowdedFolders(): string[] {
  const folders = Map.groupBy(listFiles(['.']), dirname);
  return [...folders]
    .filter(([folder, files]) => files.length > MAX_FILES_IN_FOLDER && !SERIES.test(folder))
    .map(([folder, files]) => `${folder}: ${files.length} files, ${MAX_FILES_IN_FOLDER} at most: add folders by topic`);
}

const files = listFiles([...SOURCES, '*.md']);
const breaches = [...files.flatMap(breachesOf), ...crowdedFolders()];
for (const breach of breaches) console.error(breach);
console.log(`style: ${files.length} files, ${breaches.length} breaches`);
process.exitCode = breaches.length > 0 ? 1 : 0;

/**
 * Checks the documentation: every file that it names exists, no line is too wide to read, decision
 * records have their form, and the page of states shows the tables of moves (`--write` writes it).
 * Checks in all files that cited sections of the specification and decisions exist. Prints each
 * breach; exit code 1 when there is one.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { CITED_PAGES, findDeadCitations, findDeadDecisions, type Sections, sectionsOf } from './citations.ts';
import { statesPage } from './states-page.ts';

const root = resolve(import.meta.dirname, '../..');
const MAX_COLUMNS = 160;
/** Pages whose tables are wider; their sentences are not. */
const WIDE = /^docs\/(architecture|glossary|operations|performance|security|third-party|spec\/(contract|product))\.md$/;
const TABLE_ROW = /^ *\|/;
const MAX_RECORD_LINES = 25;
/** A path from the root, as in `web/pages/login.tsx` or `server/features/*`. */
const PATH = /`((?:bench|build|content|deploy|docs|scripts|server|shared|tests|web)\/[\w./*$-]*)`/g;
const RECORD =
  /^# (\d{3}) \S.*\n\n\d{4}-\d{2}-\d{2} · (accepted|superseded by \d{3})\n\n\*\*Context\.\*\* [\s\S]*\n\n\*\*Decision\.\*\*\s[\s\S]*\n\n\*\*Consequences\.\*\* /;

/** Files whose comments and sentences may cite the specification; the test of citations has dead ones. */
const CITING = /(?<!citations\.test)\.(tsx?|mjs|css|md|sql)$/;

/** A file by the end of its path, as in `http/error-handler.ts`; `x.` stands for a feature. */
const FILE = /`(?!x\.)([\w./-]+\.(?:tsx?|mjs|css|sql))`/g;

const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
const repository = listed.split('\n').map((file) => `/${file}`);

function missingPaths(text: string): string[] {
  const paths = [...text.matchAll(PATH)].map(([, path = '']) => path);
  const files = [...text.matchAll(FILE)].map(([, file = '']) => file);
  return [
    ...paths.filter((path) => globSync(path.replaceAll('$', '?'), { cwd: root }).length === 0),
    ...files.filter((file) => !repository.some((known) => known.endsWith(`/${file}`))),
  ];
}

function breachesOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const lines = text.trimEnd().split('\n');
  const breaches = missingPaths(text).map((path) => `${file}: ${path} does not exist`);
  lines.forEach((line, index) => {
    if (line.length > MAX_COLUMNS && !(WIDE.test(file) && TABLE_ROW.test(line)))
      breaches.push(`${file}:${index + 1}: over ${MAX_COLUMNS} columns`);
  });
  if (file.startsWith('docs/decisions/')) {
    if (lines.length > MAX_RECORD_LINES) breaches.push(`${file}: over ${MAX_RECORD_LINES} lines`);
    if (RECORD.exec(text)?.[1] !== basename(file).slice(0, 3))
      breaches.push(`${file}: needs number, date with status, context, decision, consequences`);
  }
  return breaches;
}

const statesFile = 'docs/states.md';
if (process.argv.includes('--write')) writeFileSync(join(root, statesFile), statesPage());

const files = ['README.md', ...globSync('docs/**/*.md', { cwd: root })];
const breaches = files.flatMap(breachesOf);
if (readFileSync(join(root, statesFile), 'utf8') !== statesPage())
  breaches.push(`${statesFile}: differs from the tables of moves; write it with --write`);
const pageOf = (file: string) => readFileSync(join(root, file), 'utf8');
const sections: Sections = {
  contract: sectionsOf(pageOf(CITED_PAGES.contract)),
  spec: sectionsOf(pageOf(CITED_PAGES.spec)),
};
const citing = repository
  .map((file) => file.slice(1))
  .filter((file) => CITING.test(file) && existsSync(join(root, file)));
const records = new Set(globSync('docs/decisions/*.md', { cwd: root }).map((file) => basename(file).slice(0, 3)));
for (const file of citing) {
  const text = pageOf(file);
  breaches.push(...findDeadCitations(file, text, sections));
  // Applied migrations stay as they are.
  if (!file.endsWith('.sql')) breaches.push(...findDeadDecisions(file, text, records));
}
for (const breach of breaches) console.error(breach);
console.log(`docs: ${files.length} files, ${breaches.length} breaches`);
process.exitCode = breaches.length > 0 ? 1 : 0;

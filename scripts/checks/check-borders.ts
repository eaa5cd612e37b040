/**
 * Checks the import borders: which folder may import what, and what only one place may use. Prints
 * each breach; exit code 1 if there is one.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, resolve } from 'node:path';
import { findRing } from './folder-rings.ts';
import { BORDERS, ONLY_HERE, ONLY_WRITTEN_HERE } from './import-borders.ts';

const root = resolve(import.meta.dirname, '../..');
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s*['"]([^'"]+)['"]|(?:^|[^.\w])import\(\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s+['"]([^'"]+)['"]/g;
const FEATURE = /^(server|web)\/features\/([^/]+)\//;
const ADMIN_SCREEN = /^web\/features\/[^/]+\/admin\//;
/** All that a feature offers to others lies at its top; on the web the administration's parts lie in `admin/`. */
const DOOR = /^(server\/features\/[^/]+|web\/features\/[^/]+\/admin)\/[^/]+$/;
const OFFERED_TO_OTHERS = /(?<!\.(queries|admin-queries|present|routes|admin-routes))\.ts$/;

function sourceFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: root,
    encoding: 'utf8',
  });
  return listed.split('\n').filter((file) => file !== '' && existsSync(join(root, file)));
}

/** The path from the root for our own files, `package:name` for others. */
function resolveImport(file: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.')) return relative(root, normalize(join(root, dirname(file), specifier)));
  const parts = specifier.split('/');
  return `package:${specifier.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0]}`;
}

function isAllowed(file: string, target: string): boolean {
  const border = BORDERS.find(({ from }) => from.test(file));
  if (!border) return false;
  if (target.startsWith('package:node:')) return !/^(shared|content|web)\//.test(file) || /\.test\.tsx?$/.test(file);
  if (border.except?.some((pattern) => pattern.test(target))) return false;
  if (!border.may.some((pattern) => pattern.test(target))) return false;
  if (/\.(test|spec)\.tsx?$/.test(file)) return true;
  const own = FEATURE.exec(file);
  const other = FEATURE.exec(target);
  if (!own || !other || own[2] === other[2]) return true;
  // On the server a feature may use another's verbs and look-ups. On the web, pages combine
  // features; only administration screens also build on each other.
  if (!DOOR.test(target)) return false;
  return own[1] === 'web' ? ADMIN_SCREEN.test(file) : OFFERED_TO_OTHERS.test(target);
}

type Source = { file: string; code: string; targets: string[] };

function readSource(file: string): Source {
  const source = readFileSync(join(root, file), 'utf8');
  const code = source.replace(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/[^\n]*/g, '');
  const targets = [...code.matchAll(IMPORT)].map((match) =>
    resolveImport(file, match[1] ?? match[2] ?? match[3] ?? ''),
  );
  return { file, code, targets };
}

function breachesOf({ file, code, targets }: Source): string[] {
  const breaches: string[] = [];
  for (const target of targets) {
    if (!isAllowed(file, target)) breaches.push(`${file}: may not import ${target}`);
    for (const only of ONLY_HERE) {
      if (only.package.test(target) && !only.files.test(file)) breaches.push(`${file}: ${target} has its own place`);
    }
  }
  const isTest = /\.(test|spec)\.tsx?$/.test(file);
  for (const only of ONLY_WRITTEN_HERE) {
    if (!isTest && only.within.test(file) && !only.files.test(file) && only.code.test(code)) {
      breaches.push(`${file}: ${only.what} has its own place`);
    }
  }
  return breaches;
}

const sources = sourceFiles().map(readSource);
const breaches = sources.flatMap(breachesOf);
const ring = findRing(
  sources
    .filter(({ file }) => !/\.(test|spec)\.tsx?$/.test(file))
    .flatMap(({ file, targets }) => targets.map((target) => ({ file, target }))),
);
if (ring)
  breaches.push(`folders import each other in a ring: ${ring.map(({ to, via }) => `${via} -> ${to}`).join(', ')}`);
for (const breach of breaches) console.error(breach);
console.log(`import borders: ${sources.length} files, ${breaches.length} breaches`);
process.exitCode = breaches.length > 0 ? 1 : 0;

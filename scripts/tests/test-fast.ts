/**
 * `npm run test:fast`: checks, units, components, and the API of the features that differ from the
 * main branch; under two minutes on two idle cores, unless a large feature such as payments changed.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runChecks, STATIC_CHECKS } from '../checks/run-checks.ts';
import { ensureChromium } from '../find-chromium.ts';
import { apiFolders } from './api-folders.ts';
import { COMPONENTS, endWith, runSuites, SUITES } from './run-suites.ts';

const root = resolve(import.meta.dirname, '../..');

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}

/** Files that differ from where the branch left `main`, those that are not added yet too. */
function changedFiles(): string[] {
  const base = git('merge-base', 'HEAD', 'main');
  const names = `${git('diff', '--name-only', base)}\n${git('ls-files', '--others', '--exclude-standard')}`;
  return names.split('\n').filter(Boolean);
}

const folders = apiFolders(changedFiles()).filter((folder) => existsSync(join(root, folder)));
console.log('Step 1 of 4: checks.');
const checks = await runChecks(STATIC_CHECKS);
console.log('Step 2 of 4: units.');
const units = await runSuites(SUITES, { project: 'unit' });
console.log('Step 3 of 4: components.');
process.env.CHROME_PATH = await ensureChromium();
const components = await runSuites(COMPONENTS);
console.log(`Step 4 of 4: the API in ${folders.join(', ') || 'no folder, as nothing of it has changed'}.`);
const api = folders.length > 0 ? [await runSuites(SUITES, { project: 'api', folders })] : [];
endWith([checks, units, components, ...api]);

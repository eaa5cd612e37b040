/**
 * `npm run check`: format, lint, types, borders, style, documentation, unused code and unit tests,
 * in about a minute.
 */
import { runChecks, STATIC_CHECKS } from './checks/run-checks.ts';

const unit = { name: 'unit tests', command: 'vitest', args: ['run', '--project', 'unit'] };
const { passed, failed } = await runChecks([...STATIC_CHECKS, unit]);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

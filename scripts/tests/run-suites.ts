import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startVitest } from 'vitest/node';
import { TimeLeft } from './time-left.ts';

export type Counts = { passed: number; failed: number };

/** Components by themselves, and all other suites. */
export const COMPONENTS = 'tests/components/vitest.config.ts';
export const SUITES = 'vitest.config.ts';

/** Counts of a run from its JSON report; a file that could not be loaded counts as one failure. */
function countsOf(reportFile: string): Counts {
  const report: { numPassedTests: number; numFailedTests: number; numFailedTestSuites: number; success: boolean } =
    JSON.parse(readFileSync(reportFile, 'utf8'));
  const failed = report.numFailedTests;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && !report.success ? Math.max(1, report.numFailedTestSuites) : failed,
  };
}

/** Runs the suites of a configuration of Vitest: all, or one of them in these folders. */
export async function runSuites(
  config: string,
  { project, folders = [] }: { project?: string; folders?: readonly string[] } = {},
): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-report-'));
  const reportFile = join(folder, 'report.json');
  try {
    const vitest = await startVitest('test', [...folders], {
      config,
      watch: false,
      passWithNoTests: true,
      ...(project !== undefined && { project: [project] }),
      reporters: ['default', new TimeLeft(), ['json', { outputFile: reportFile }]],
    });
    await vitest.close();
    return countsOf(reportFile);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Prints the sums as the last line, and ends the process. */
export function endWith(runs: readonly Counts[]): never {
  const sum = (key: keyof Counts) => runs.reduce((total, run) => total + run[key], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  process.exit(sum('failed') > 0 ? 1 : 0);
}

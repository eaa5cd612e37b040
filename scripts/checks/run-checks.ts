import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

export type Check = { name: string; command: string; args: string[] };

/** The static half of the tests: checks that do not run the product. */
export const STATIC_CHECKS: readonly Check[] = [
  { name: 'format and lint', command: 'biome', args: ['check', '--error-on-warnings', '.'] },
  { name: 'types of the server', command: 'tsc', args: ['-p', 'tsconfig.server.json'] },
  { name: 'types of the pages', command: 'tsc', args: ['-p', 'tsconfig.web.json'] },
  { name: 'types of what both share', command: 'tsc', args: ['-p', 'tsconfig.shared.json'] },
  { name: 'types of the browser tests', command: 'tsc', args: ['-p', 'tsconfig.browser-tests.json'] },
  { name: 'types of the component tests', command: 'tsc', args: ['-p', 'tsconfig.components.json'] },
  { name: 'import borders', command: 'node', args: ['scripts/checks/check-borders.ts'] },
  { name: 'design tokens and comments', command: 'node', args: ['scripts/checks/check-style.ts'] },
  { name: 'document of the API', command: 'node', args: ['scripts/checks/check-openapi.ts'] },
  { name: 'documentation', command: 'node', args: ['scripts/checks/check-docs.ts'] },
  { name: 'manifests for Kubernetes', command: 'node', args: ['scripts/checks/check-kubernetes.ts'] },
  { name: 'unused files and dependencies', command: 'knip', args: ['--no-progress'] },
];

/** Checks of the built files; `scripts/test.ts` builds them first. */
export const BUILT_CHECKS: readonly Check[] = [
  {
    name: 'scripts that the oldest browsers know',
    command: 'es-check',
    args: ['es2023', 'dist/client/static/js/*.js', '--module', '--checkFeatures', '--noCache', '--noColor'],
  },
];

function runOne({ name, command, args }: Check): Promise<boolean> {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.on('error', (error) => {
      output += error.message;
      done(false);
    });
    child.on('exit', (code) => {
      const passed = code === 0;
      console.log(`${passed ? 'ok    ' : 'FAILED'} ${name}`);
      if (!passed) console.log(output.trim());
      done(passed);
    });
  });
}

/** Runs the checks, two at a time, and counts them. */
export async function runChecks(checks: readonly Check[]): Promise<{ passed: number; failed: number }> {
  const waiting = [...checks];
  let passed = 0;
  async function worker(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (await runOne(next)) passed += 1;
    }
  }
  await Promise.all([worker(), worker()]);
  return { passed, failed: checks.length - passed };
}

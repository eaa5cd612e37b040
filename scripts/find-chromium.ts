import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/**
 * With the measures of Malgun Gothic and Arial, as people have them: without, texts move when the
 * site font comes (web/styles/fallback-fonts.css).
 */
const FONTS = ['fonts-noto-cjk', 'fonts-liberation'];
/** Chromium without windows: tests need 0.6 of the processor time of the whole browser. */
const SHELL = 'chromium-headless-shell';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function onPath(name: string): string | undefined {
  const found = spawnSync('sh', ['-c', 'command -v "$1"', 'sh', name], { encoding: 'utf8' });
  return found.status === 0 ? found.stdout.trim() : undefined;
}

function findInstalled(names: readonly string[]): string | undefined {
  const named = process.env.CHROME_PATH;
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`CHROME_PATH: ${named} does not exist; accepted: the path of a Chromium or Chrome program`);
  }
  for (const name of names) {
    const path = onPath(name);
    if (path) return path;
  }
  return undefined;
}

async function findPlaywrights(): Promise<string | undefined> {
  const { chromium } = await import('playwright-core');
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

function isDebianRoot(): boolean {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  return process.getuid?.() === 0 && /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(release);
}

function run(command: string, args: string[]): void {
  console.log(`$ ${command} ${args.join(' ')}`);
  execFileSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

/**
 * Finds the Chromium that the browser tests drive, or a whole one; installs one, and fonts for Korean,
 * when the machine has none. Says what it does.
 */
export async function ensureChromium({ isWhole = false } = {}): Promise<string> {
  const names = isWhole ? NAMES : [SHELL, ...NAMES];
  const installed = findInstalled(names) ?? (await findPlaywrights());
  if (installed) {
    console.log(`Browser: ${installed}`);
    return installed;
  }
  console.log('No Chromium found: installing one');
  if (isDebianRoot()) {
    run('apt-get', ['update', '-q']);
    run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium', ...FONTS]);
  } else {
    run('npx', ['playwright-core', 'install', 'chromium']);
  }
  const path = findInstalled(names) ?? (await findPlaywrights());
  if (!path) throw new Error('Chromium could not be installed; install it yourself or set CHROME_PATH');
  return path;
}

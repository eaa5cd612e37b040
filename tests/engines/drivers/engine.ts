import { spawnSync } from 'node:child_process';

/** Describes what to look for: an element by its name as people read it, or by a selector. */
export type Query = {
  kind: 'press' | 'field' | 'css';
  /** A text is the whole name, an expression is a part of it; for `css` the selector. */
  name: string | RegExp;
  /** Selector of the part of the page to look in. */
  within?: string;
};

export type Control = {
  click: () => Promise<void>;
  type: (text: string) => Promise<void>;
  /** Chooses the option with this text. */
  choose: (option: string) => Promise<void>;
  upload: (path: string) => Promise<void>;
};

/** One tab of a browser. */
export type Tab = {
  open: (url: string) => Promise<void>;
  reload: () => Promise<void>;
  url: () => Promise<string>;
  /** Returns the value of an expression in the page. */
  evaluate: <Value>(expression: string) => Promise<Value>;
  /** Returns the element once it is in place and can be used, else undefined. */
  find: (query: Query) => Promise<Control | undefined>;
  /** Returns another window of the same visitor, if there is one. */
  otherTab: () => Promise<Tab | undefined>;
};

export type Engine = {
  /** Opens a tab without cookies, with a viewport of this width. */
  visit: (width: number) => Promise<Tab>;
  close: () => Promise<void>;
};

/** Returns the path of the first of the programs that is installed. */
export function findProgram(...names: readonly string[]): string | undefined {
  const found = spawnSync('sh', ['-c', 'command -v "$@"', 'sh', ...names], { encoding: 'utf8' });
  return found.stdout.split('\n').find(Boolean);
}

/** With the option that makes it answer and end. */
type Program = { name: string; probe: string };

/** Returns whether the program runs: a package that was installed by half lacks libraries. */
function canRun({ name, probe }: Program): boolean {
  return spawnSync(name, [probe], { stdio: 'ignore', timeout: 60_000 }).status === 0;
}

/** Returns whether the programs are installed; prints one line if the tests of an engine are left out. */
export function hasPrograms(engine: string, ...programs: readonly Program[]): boolean {
  const missing = programs.filter((program) => !canRun(program)).map(({ name }) => name);
  if (missing.length > 0) console.log(`${missing.join(', ')} not installed: the tests in ${engine} are left out`);
  return missing.length === 0;
}

import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Control, Query, Tab } from './drivers/engine.ts';

/** Long enough for a machine three times slower; what is there goes on at once. */
const PATIENCE_MS = 40_000;
const LOOK_MS = 50;

type Scope = { within?: string };
type Name = string | RegExp;

/** Describes what a person does in a tab, each step as soon as the page allows it. */
export type EnginePage = ReturnType<typeof pageOf>;

/**
 * Looks until there is a result. Errors of a look count as none: the page may be on its way to
 * another.
 */
async function until<Result>(look: () => Promise<Result | undefined>, failure: () => Promise<string>): Promise<Result> {
  const end = Date.now() + PATIENCE_MS;
  let problem: unknown;
  while (Date.now() < end) {
    try {
      const result = await look();
      if (result !== undefined) return result;
    } catch (error) {
      problem = error;
    }
    await delay(LOOK_MS);
  }
  throw new Error(await failure(), { cause: problem });
}

/** Drives the tab. */
export function pageOf(tab: Tab) {
  async function describe(what: string): Promise<string> {
    const text = await tab.evaluate<string>('document.body.innerText.slice(0, 1500)').catch(() => 'no text');
    return `${what} at ${await tab.url().catch(() => 'no address')}:\n${text}`;
  }

  const wait = <Result>(what: string, look: () => Promise<Result | undefined>) => until(look, () => describe(what));

  /** Finds the element and uses it; an element that went away in between is found again. */
  const use = (query: Query, act: (control: Control) => Promise<void>) =>
    wait(`cannot use ${query.kind} ${query.name}`, async () => {
      const control = await tab.find(query);
      if (!control) return undefined;
      await act(control);
      return true;
    });

  const field = (name: Name, scope: Scope = {}): Query => ({ kind: 'field', name, ...scope });

  return {
    tab,
    open: (url: string) => tab.open(url),
    press: (name: Name, scope: Scope = {}) => use({ kind: 'press', name, ...scope }, (control) => control.click()),
    fill: (name: Name, text: string, scope?: Scope) => use(field(name, scope), (control) => control.type(text)),
    choose: (name: Name, option: string) => use(field(name), (control) => control.choose(option)),
    upload: (name: Name, path: string, scope?: Scope) => use(field(name, scope), (control) => control.upload(path)),
    tick: (name: Name) => use(field(name), (control) => control.click()),
    click: (selector: string) => use({ kind: 'css', name: selector }, (control) => control.click()),

    /** Waits for a text on the page. */
    sees: (text: string, { within = 'body' }: Scope = {}) =>
      wait(`"${text}" is not there`, async () => {
        const shown = `[...document.querySelectorAll(${JSON.stringify(within)})].map((one) => one.innerText).join(' ')`;
        return (await tab.evaluate<string>(shown)).replace(/\s+/g, ' ').includes(text) || undefined;
      }),

    arrivesAt: (address: RegExp) => wait(`not at ${address}`, async () => address.test(await tab.url()) || undefined),

    /** Waits until the expression is true. */
    holds: (what: string, expression: string) =>
      wait(what, async () => (await tab.evaluate<boolean>(expression)) || undefined),

    otherTab: async () => pageOf(await wait('no other window', () => tab.otherTab())),

    /** Nothing is wider than the window. */
    async expectFits(): Promise<void> {
      const excess = 'document.documentElement.scrollWidth - window.innerWidth';
      expect(await tab.evaluate<number>(excess), await tab.url()).toBeLessThanOrEqual(0);
    },
  };
}

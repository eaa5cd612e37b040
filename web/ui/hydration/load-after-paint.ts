/**
 * Loads the scripts and the whole style sheet of a page after its first paint, so that neither
 * competes with it. It is written into the document as text, so it uses nothing from outside.
 * Hydration waits for the style sheet, because what it adds to the page must be styled, and for the
 * end of the markup, which holds the router's state.
 */
function loadAfterPaint(styleSheet: string, toRun: readonly string[], run: (module: string) => Promise<void>): void {
  const modules = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')];
  function load(): void {
    const sheet = document.createElement('link');
    const styled = new Promise((resolve) => {
      sheet.onload = resolve;
      // A page without all its styles is better than one that does not react.
      sheet.onerror = resolve;
    });
    sheet.rel = 'stylesheet';
    sheet.href = styleSheet;
    document.head.append(sheet);
    for (const link of modules) link.media = 'all';
    const parsed = new Promise<unknown>((resolve) => {
      if (document.readyState === 'loading') addEventListener('DOMContentLoaded', resolve);
      else resolve(undefined);
    });
    const pause = () => new Promise((resolve) => setTimeout(resolve));
    // One task for each: together they would hold up a tap for longer.
    let last: Promise<unknown> = Promise.all([styled, parsed]);
    for (const module of toRun) last = last.then(() => run(module)).then(pause);
  }
  // A hidden page is not painted.
  if (document.hidden) load();
  else requestAnimationFrame(() => setTimeout(load));
}

/** Only as text: bundlers replace an import whose address they do not know. */
const RUN = '(module) => import(module)';

/**
 * The tags of the modules, which load nothing by themselves, and the code that loads them and runs
 * some: the one that hydrates the page last.
 */
export function loadAfterPaintTags(
  modules: readonly string[],
  toRun: readonly string[],
  styleSheet: string,
): { links: string; code: string } {
  const links = modules.map((href) => `<link rel="modulepreload" href="${href}" media="not all" fetchpriority="low">`);
  const values = [styleSheet, toRun].map((value) => JSON.stringify(value));
  return { links: links.join(''), code: `(${loadAfterPaint.toString()})(${values.join()},${RUN})` };
}

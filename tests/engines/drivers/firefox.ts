import puppeteer, { type Browser, type ElementHandle, type Page } from 'puppeteer-core';
import { type Control, type Engine, findProgram, type Tab } from './engine.ts';
import { locating } from './locate.ts';

type Option = { text: string; value: string };

const HEIGHT = 800;
const OPTIONS = {
  headless: true,
  timeout: 60_000,
  // puppeteer's own viewport sends a command that older ESR releases lack.
  defaultViewport: null,
  extraPrefsFirefox: { 'dom.disable_open_during_load': false },
};

function controlOf(element: ElementHandle): Control {
  return {
    click: () => element.click(),
    type: (text) => element.type(text),
    async choose(option) {
      const options: Option[] = [];
      for (const one of await element.$$('option'))
        options.push(await one.evaluate(({ text, value }) => ({ text, value })));
      const value = options.find(({ text }) => text.includes(option))?.value;
      if (value === undefined) throw new Error(`no option ${option}`);
      await element.select(value);
    },
    upload: (path) => element.toElement('input').then((input) => input.uploadFile(path)),
  };
}

function tabOf(page: Page): Tab {
  return {
    open: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    url: async () => page.url(),
    evaluate: async <Value>(expression: string) => (await page.evaluate(expression)) as Value,
    async find(query) {
      const handle = await page.evaluateHandle(locating(query));
      const element = handle.asElement();
      return element ? controlOf(element as ElementHandle) : undefined;
    },
    async otherTab() {
      const other = (await page.browserContext().pages()).find((one) => one !== page);
      return other && tabOf(other);
    },
  };
}

/** Opens a window without cookies whose content has this width: such windows have no toolbar. */
async function openWindow(browser: Browser, width: number): Promise<Page> {
  const opener = await (await browser.createBrowserContext()).newPage();
  const [page] = await Promise.all([
    new Promise<Page>((opened) => {
      opener.once('popup', (popup) => {
        if (popup) opened(popup);
      });
    }),
    opener.evaluate(`void window.open('about:blank', '_blank', 'width=${width},height=${HEIGHT}')`),
  ]);
  await opener.close();
  return page;
}

/** Firefox, driven by WebDriver BiDi. */
export async function startFirefox(): Promise<Engine> {
  const executablePath = findProgram('firefox-esr');
  if (executablePath === undefined) throw new Error('firefox-esr is not installed');
  let browser: Browser | undefined;
  return {
    async visit(width) {
      // Within the test, so that a second try has a browser also where the first start failed.
      if (!browser?.connected) browser = await puppeteer.launch({ browser: 'firefox', executablePath, ...OPTIONS });
      return tabOf(await openWindow(browser, width));
    },
    close: async () => browser?.close(),
  };
}

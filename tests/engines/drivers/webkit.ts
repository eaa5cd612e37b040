import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Builder, By, Capabilities, type WebDriver, type WebElement } from 'selenium-webdriver';
import { freePort } from '#tests/support/app/shop-process.ts';
import type { Control, Engine, Tab } from './engine.ts';
import { locating } from './locate.ts';

const HEIGHT = 900;
/** The browser's own bar is not wider than a phone. */
const NARROW_BAR = '* { min-width: 0; padding: 0; margin: 0; }';

/** Ends the process and those that it started. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = once(child, 'exit');
  process.kill(-child.pid, 'SIGTERM');
  await ended;
}

/** Starts a display that no one sees; returns its name, which the server chooses. */
async function startDisplay(): Promise<{ child: ChildProcess; name: string }> {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1100x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const pipe = child.stdio[3];
  if (!pipe) throw new Error('no pipe to Xvfb');
  const [number] = await once(pipe, 'data');
  return { child, name: `:${String(number).trim()}` };
}

function controlOf(element: WebElement): Control {
  return {
    click: () => element.click(),
    type: (text) => element.sendKeys(text),
    async choose(option) {
      for (const one of await element.findElements(By.css('option'))) {
        if ((await one.getText()).includes(option)) return one.click();
      }
      throw new Error(`no option ${option}`);
    },
    upload: (path) => element.sendKeys(path),
  };
}

function tabOf(driver: WebDriver, handle: string): Tab {
  const here = () => driver.switchTo().window(handle);
  return {
    open: async (url) => here().then(() => driver.get(url)),
    reload: async () => here().then(() => driver.navigate().refresh()),
    url: async () => here().then(() => driver.getCurrentUrl()),
    evaluate: async (expression) => here().then(() => driver.executeScript(`return (${expression})`)),
    async find(query) {
      await here();
      const element = await driver.executeScript<WebElement | null>(`return ${locating(query)}`);
      return element ? controlOf(element) : undefined;
    },
    async otherTab() {
      const other = (await driver.getAllWindowHandles()).find((one) => one !== handle);
      return other === undefined ? undefined : tabOf(driver, other);
    },
  };
}

async function waitForDriver(url: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const response = await fetch(`${url}/status`).catch(() => undefined);
    await response?.body?.cancel();
    if (response) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('WebKitWebDriver does not answer');
}

/** WebKitGTK, which is Safari's engine, under a display that no one sees. */
export async function startWebKit(): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-webkit-'));
  mkdirSync(join(folder, 'gtk-3.0'));
  writeFileSync(join(folder, 'gtk-3.0/gtk.css'), NARROW_BAR);
  const display = await startDisplay();
  const env = { ...process.env, DISPLAY: display.name, XDG_CONFIG_HOME: folder };
  let server: ChildProcess | undefined;

  return {
    async visit(width) {
      // A browser of its own: it keeps nothing of the one before, and one that hangs fails no other
      // test.
      if (server) await end(server);
      const port = await freePort();
      server = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
        env,
        stdio: 'ignore',
        detached: true,
      });
      const url = `http://127.0.0.1:${port}`;
      await waitForDriver(url);
      const capabilities = new Capabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { args: ['--automation'] },
      });
      const driver = await new Builder().usingServer(url).withCapabilities(capabilities).build();
      await driver.manage().window().setRect({ width, height: HEIGHT });
      return tabOf(driver, await driver.getWindowHandle());
    },
    async close() {
      if (server) await end(server);
      await end(display.child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

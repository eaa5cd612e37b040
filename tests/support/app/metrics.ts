import { expect } from 'vitest';
import type { TestApp } from './app.ts';

export const METRICS_TOKEN = 'a-token-of-the-tests';

/** Reads `/metrics` of a running app. */
export type MetricsReader = {
  read: (token?: string) => Promise<{ status: number; text: string }>;
  /** Reads until the database has answered in time, for busy machines. */
  text: () => Promise<string>;
  /** Returns the value of a series such as `shop_orders{status="pending"}`. */
  value: (series: string) => Promise<number>;
};

/** Creates a reader of `/metrics` with the token of the tests. */
export function createMetricsReader(shop: Pick<TestApp, 'url'>): MetricsReader {
  async function read(token = METRICS_TOKEN) {
    const response = await fetch(`${shop.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    return { status: response.status, text: await response.text() };
  }
  async function text(): Promise<string> {
    let latest = '';
    const readAgain = async () => {
      latest = (await read()).text;
      return latest;
    };
    await expect.poll(readAgain).toContain('shop_backlog_read 1');
    return latest;
  }
  return {
    read,
    text,
    async value(series) {
      const line = (await text()).split('\n').find((each) => each.startsWith(`${series} `));
      if (!line) throw new Error(`${series} is not in /metrics`);
      return Number(line.slice(series.length + 1));
    },
  };
}

import { setTimeout as delay } from 'node:timers/promises';
import type { TestApp } from './app.ts';

export type ReadEvent = { id: string; name: string; data: Record<string, unknown> };

/** An open event stream, as a browser reads it. */
export type EventReader = {
  status: number;
  headers: Headers;
  events: readonly ReadEvent[];
  /** How many comments came. */
  beats: () => number;
  /** Waits for an event that fits; throws after `ms`. */
  until: (fits: (event: ReadEvent) => boolean, ms?: number) => Promise<ReadEvent>;
  /** Settles when the server has ended the stream, with whether it ended cleanly. */
  ended: Promise<boolean>;
  close: () => void;
};

function parse(block: string): ReadEvent | undefined {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
  const data = field('data');
  return data === undefined ? undefined : { id: field('id') ?? '', name: field('event') ?? '', data: JSON.parse(data) };
}

/** Opens a stream at `url` with the cookies of a client. */
export async function readEvents(
  { url }: Pick<TestApp, 'url'>,
  client: { cookies: ReadonlyMap<string, string> },
): Promise<EventReader> {
  const abort = new AbortController();
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(`${url}/api/events`, { headers: { cookie }, signal: abort.signal });
  const events: ReadEvent[] = [];
  let beats = 0;

  async function read(): Promise<boolean> {
    let rest = '';
    try {
      for await (const chunk of response.body ?? []) {
        rest += Buffer.from(chunk).toString();
        const blocks = rest.split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) {
          const event = parse(block);
          if (event) events.push(event);
          else if (block.startsWith(':')) beats += 1;
        }
      }
      return true;
    } catch {
      return false;
    }
  }

  return {
    status: response.status,
    headers: response.headers,
    events,
    beats: () => beats,
    async until(fits, ms = 30_000) {
      for (let waited = 0; waited < ms; waited += 10) {
        const found = events.find(fits);
        if (found) return found;
        await delay(10);
      }
      throw new Error(`no such event among ${JSON.stringify(events)}`);
    },
    ended: read(),
    close: () => abort.abort(),
  };
}

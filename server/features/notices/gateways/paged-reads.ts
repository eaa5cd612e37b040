import { setTimeout as delay } from 'node:timers/promises';

/** How long reads are collected before one page is read for all of them. */
const GATHER_MS = 50;
/** Fewer reads than this are not worth a page. */
const MIN_READS = 3;
/** How often reads go without a page after one that had nothing they looked for. */
const SKIPS_AFTER_USELESS_PAGE = 100;

type Gathered<T> = { keys: Set<string>; page: Promise<ReadonlyMap<string, T>> };

/**
 * Answers reads of about the same time from one page. What is not on the page is read alone. An
 * error of the page is an error of all its reads.
 */
export function createPagedReads<T>(
  readPage: () => Promise<ReadonlyMap<string, T>>,
  readOne: (key: string) => Promise<T>,
): (key: string) => Promise<T> {
  let gathered: Gathered<T> | undefined;
  let skips = 0;

  async function pageFor(keys: ReadonlySet<string>): Promise<ReadonlyMap<string, T>> {
    await delay(GATHER_MS);
    gathered = undefined;
    if (keys.size < MIN_READS) return new Map();
    if (skips > 0) {
      skips -= 1;
      return new Map();
    }
    const page = await readPage();
    if (![...keys].some((key) => page.has(key))) skips = SKIPS_AFTER_USELESS_PAGE;
    return page;
  }

  function gather(): Gathered<T> {
    const keys = new Set<string>();
    return { keys, page: pageFor(keys) };
  }

  return async (key) => {
    gathered ??= gather();
    gathered.keys.add(key);
    const page = await gathered.page;
    return page.get(key) ?? (await readOne(key));
  };
}

import type { Call } from '#shared/contract/call.ts';
import { type CallOptions, callServer, readAnswer } from './api-client.ts';
import { type AddressOf, type AnyAddress, type Argument, urlOf } from './send.ts';

/**
 * One page of a list (contract §1). `next` is the cursor of the page after it; `total` is a number,
 * or one with a plus beyond which the server does not count.
 */
type ListPage<Rows> = { rows: Rows; next: string | undefined; total: string };

/** Returns the cursor of the next page in a `Link` header. */
function nextCursor(link: string | null): string | undefined {
  const address = /<([^>]+)>; rel="next"/.exec(link ?? '')?.[1];
  return address === undefined ? undefined : (new URLSearchParams(address.split('?')[1]).get('cursor') ?? undefined);
}

/** Makes a call of a list that is read page by page. */
export function sendList<Parts extends { query: { cursor?: string | undefined }; answer: unknown[] }>(
  call: Call<Parts>,
  ...input: Argument<AddressOf<Parts> & CallOptions>
): Promise<ListPage<Parts['answer']>>;
export async function sendList(call: Call, input: AnyAddress & CallOptions = {}): Promise<ListPage<unknown>> {
  const response = await callServer(call.method, urlOf(call, input), undefined, input);
  return {
    rows: await readAnswer(response),
    next: nextCursor(response.headers.get('link')),
    total: response.headers.get('x-total-count') ?? '',
  };
}

/** Reads all pages of a list, one after the other. */
export async function sendWholeList<Row>(
  call: Call<{ query: { cursor?: string | undefined }; answer: Row[] }>,
  options: CallOptions = {},
): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const page: ListPage<Row[]> = await sendList(call, { query: cursor === undefined ? {} : { cursor }, ...options });
    rows.push(...page.rows);
    cursor = page.next;
  } while (cursor !== undefined);
  return rows;
}

import type { FinishedBody } from '#server/http/api/finished-body.ts';
import type { EncodedBytes, Encoding } from '#server/http/encodings.ts';
import { type FinishedAnswer, headerList, type MemorySource } from '#server/http/memory-answers.ts';
import * as serviceCalls from '#shared/features/services/calls.ts';
import type { Catalogue } from './catalogue.ts';

const DETAIL_START = serviceCalls.get.path.replace(':id', '');
/** An id that needs no check. */
const PLAIN_ID = /^[1-9]\d{0,8}$/;

/**
 * The answers of list and detail in the encodings that were asked for before, with their headers.
 */
export function catalogueAnswers(
  catalogue: Catalogue,
  commonHeaders: Readonly<Record<string, string>>,
  cacheControl: string,
): MemorySource[] {
  const made = new WeakMap<EncodedBytes, FinishedAnswer>();
  function answerOf(body: FinishedBody | undefined, encoding: Encoding): FinishedAnswer | undefined {
    const encoded = body?.inEncoding(encoding);
    if (!body || !encoded || !('bytes' in encoded)) return undefined;
    const known = made.get(encoded);
    if (known) return known;
    const own = { ...commonHeaders, 'content-type': body.contentType, 'cache-control': cacheControl };
    const answer = { ...encoded, status: 200, headers: headerList({ ...own, ...encoded.headers }) };
    made.set(encoded, answer);
    return answer;
  }
  return [
    {
      route: serviceCalls.list.path,
      find: (url, encoding) => (url === serviceCalls.list.path ? answerOf(catalogue.listBody(), encoding) : undefined),
    },
    {
      route: serviceCalls.get.path,
      find: (url, encoding) => {
        if (!url.startsWith(DETAIL_START)) return undefined;
        const id = url.slice(DETAIL_START.length);
        return PLAIN_ID.test(id) ? answerOf(catalogue.detailBody(Number(id)), encoding) : undefined;
      },
    },
  ];
}

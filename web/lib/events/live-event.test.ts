import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pauseMs } from './connection.ts';
import { createEventParser, readEvent } from './live-event.ts';

const STREAM =
  'retry: 3000\n\nid: 1\nevent: message\ndata: {"conversation_id":7,"seq":3}\n\n:\n\nid: 2\nevent: typing\ndata: {"conversation_id":7,"by":"staff","name":"홍길동"}\n\nevent: news\ndata: {"conversation_id":7}\n\n';

describe('createEventParser', () => {
  it('returns the same events wherever the stream is cut, without comments and unknown events', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(STREAM.length)), (cuts) => {
        const parse = createEventParser();
        const places = [0, ...cuts.toSorted((a, b) => a - b), STREAM.length];
        const pieces = places.map((place, index) => STREAM.slice(places[index - 1] ?? 0, place));
        expect(pieces.flatMap(parse)).toEqual([
          { name: 'message', data: { conversation_id: 7, seq: 3, note: 0 } },
          { name: 'typing', data: { conversation_id: 7, by: 'staff', name: '홍길동' } },
        ]);
      }),
    );
  });
});

describe('readEvent', () => {
  it.each([
    ['message', { conversation_id: 1 }],
    ['read', { conversation_id: 1, seq: 2, by: 'system' }],
    ['message', { conversation_id: '1', seq: 2 }],
    ['message', 'text'],
    ['message', null],
    [undefined, { conversation_id: 1 }],
  ])('ignores %s %j', (name, data) => {
    expect(readEvent(name, data)).toBeUndefined();
  });
});

describe('pauseMs', () => {
  it('grows to half a minute, spread over its upper half', () => {
    expect([0, 1, 3, 20].map((failures) => pauseMs(failures, 0))).toEqual([500, 1000, 4000, 15_000]);
    expect(pauseMs(20, 1)).toBe(30_000);
  });

  it('is not shorter than what the server asks for', () => {
    expect(pauseMs(0, 0, 15)).toBe(15_000);
  });
});

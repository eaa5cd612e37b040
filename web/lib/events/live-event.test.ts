import { describe, expect, it } from 'vitest';
import { readEvent } from './live-event.ts';

describe('readEvent', () => {
  it('reads the ids of an event, and a note only where it is sent', () => {
    const message = { conversation_id: 7, seq: 3 };
    expect(readEvent('message', message)).toEqual({ name: 'message', data: { ...message, note: 0 } });
    const typing = { conversation_id: 7, by: 'staff', name: '홍길동' };
    expect(readEvent('typing', typing)).toEqual({ name: 'typing', data: typing });
  });

  it.each([
    ['message', { conversation_id: 1 }],
    ['read', { conversation_id: 1, seq: 2, by: 'system' }],
    ['message', { conversation_id: '1', seq: 2 }],
    ['message', 'text'],
    ['message', null],
    ['news', { conversation_id: 1 }],
  ])('ignores %s %j', (name, data) => {
    expect(readEvent(name, data)).toBeUndefined();
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from '#shared/features/consultations/schemas.ts';
import {
  addKnown,
  addListed,
  addPending,
  addSent,
  changePending,
  dropPending,
  EMPTY_THREAD,
  hasOlder,
  mergeByTime,
  type PendingMessage,
  type ThreadState,
} from './thread-state.ts';

function messageOf(seq: number, more: Partial<Message> = {}): Message {
  return {
    id: seq,
    seq,
    note: 0,
    client_id: null,
    kind: 'message',
    event: null,
    author: { kind: 'customer', name: '홍길동' },
    is_own: false,
    text: String(seq),
    attachments: [],
    created_at: '2026-11-22T00:00:00.000Z',
    ...more,
  };
}

function pendingOf(clientId: string): PendingMessage {
  return { clientId, kind: 'message', text: clientId, attachments: [], createdAt: '', status: 'sending' };
}

const seqs = ({ messages }: ThreadState) => messages.map(({ seq }) => seq);

describe('the order of a thread', () => {
  it('is that of the server, without doubles, whatever arrives when and how often', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 60 }), (arrivals) => {
        const state = arrivals.reduce((before, seq) => addKnown(before, [messageOf(seq)]), EMPTY_THREAD);
        expect(seqs(state)).toEqual([...new Set(arrivals)].toSorted((a, b) => a - b));
      }),
    );
  });

  it('has no gap once everything after the cursor was listed, whatever was sent meanwhile', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 40 }), (whoSends) => {
        const server: Message[] = [];
        let state = EMPTY_THREAD;
        for (const isOwn of whoSends) {
          const message = messageOf(server.length + 1, { is_own: isOwn });
          server.push(message);
          // Messages of the other side are not known before a catch-up.
          if (isOwn) state = addSent(state, message, false);
        }
        state = addListed(
          state,
          server.filter(({ seq }) => seq > state.cursor.seq),
        );
        expect(seqs(state)).toEqual(server.map(({ seq }) => seq));
        expect(state.cursor).toEqual({ seq: server.length, note: 0 });
      }),
    );
  });

  it('puts notes behind the message that they follow', () => {
    const note = messageOf(1, { note: 1, kind: 'note' });
    const state = addListed(EMPTY_THREAD, [messageOf(2), note, messageOf(1)]);
    expect(state.messages.map(({ seq, note: number }) => [seq, number])).toEqual([
      [1, 0],
      [1, 1],
      [2, 0],
    ]);
  });

  it('does not move the cursor past a message that may be missing', () => {
    const state = addListed(EMPTY_THREAD, [messageOf(1)]);
    expect(addSent(state, messageOf(3), false).cursor.seq).toBe(1);
    expect(addSent(state, messageOf(2), false).cursor.seq).toBe(2);
    // A note of a colleague may be before it.
    expect(addSent(state, messageOf(2), true).cursor.seq).toBe(1);
  });

  it('takes the newer copy of a message', () => {
    const state = addKnown(addListed(EMPTY_THREAD, [messageOf(1), messageOf(2)]), [messageOf(1, { text: 'new' })]);
    expect(state.messages.map(({ text }) => text)).toEqual(['new', '2']);
    expect(state.cursor.seq).toBe(2);
  });
});

describe('pending messages', () => {
  const state = addPending(addPending(EMPTY_THREAD, pendingOf('a')), pendingOf('b'));

  it('are replaced by the message of the same client id, however it arrives', () => {
    const sent = messageOf(1, { client_id: 'a', is_own: true });
    expect(addSent(state, sent, false).pending.map(({ clientId }) => clientId)).toEqual(['b']);
    expect(addListed(state, [sent]).pending.map(({ clientId }) => clientId)).toEqual(['b']);
  });

  it("stay beside another person's message with the same client id", () => {
    expect(addListed(state, [messageOf(1, { client_id: 'a' })]).pending).toHaveLength(2);
  });

  it('fail and are dropped one by one', () => {
    const failed = changePending(state, 'b', { status: 'failed', problem: '오류' });
    expect(failed.pending.map(({ status }) => status)).toEqual(['sending', 'failed']);
    expect(dropPending(failed, 'a').pending.map(({ clientId }) => clientId)).toEqual(['b']);
  });
});

it('knows whether older messages are left', () => {
  expect(hasOlder(EMPTY_THREAD)).toBe(false);
  expect(hasOlder(addListed(EMPTY_THREAD, [messageOf(1)]))).toBe(false);
  expect(hasOlder(addListed(EMPTY_THREAD, [messageOf(2)]))).toBe(true);
});

it('puts other things between messages by their time, and keeps the order of messages', () => {
  const at = (minute: number) => `2026-11-22T00:0${minute}:00.000Z`;
  const messages = [
    messageOf(1, { created_at: at(3) }),
    messageOf(2, { created_at: at(2) }),
    messageOf(3, { created_at: at(5) }),
  ];
  const things = [4, 1, 9, 3].map((minute) => ({ at: at(minute), thing: `t${minute}` }));
  const names = mergeByTime(messages, things).map((entry) => ('thing' in entry ? entry.thing : entry.seq));
  expect(names).toEqual(['t1', 't3', 1, 2, 't4', 3, 't9']);
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Message } from '#shared/features/consultations/schemas.ts';
import { ApiError } from '#web/lib/api-error.ts';
import type { OutgoingMessage, Side, ThreadSource } from './thread-source.ts';
import { createThread, type ThreadStore } from './thread-store.ts';

const ID = 7;
const NO_NETWORK = new ApiError({ status: 0, code: 'NETWORK', message: '네트워크 오류' });

/** A conversation on a server that can lose requests and answers. */
function startServer(side: Side = 'customer') {
  const messages: Message[] = [];
  const state = { isDown: false, losesAnswers: false, lists: 0 };
  const append = (text: string, more: Partial<Message> = {}): Message => {
    const seq = messages.length + 1;
    const message: Message = {
      id: seq,
      seq,
      note: 0,
      client_id: null,
      kind: 'message',
      event: null,
      is_own: false,
      text,
      attachments: [],
      author: { kind: 'staff', name: '담당자' },
      created_at: '2026-11-22T00:00:00.000Z',
      ...more,
    };
    messages.push(message);
    return message;
  };
  const source: ThreadSource = {
    conversationId: ID,
    side,
    list: async ({ after, before, limit = 50 }) => {
      state.lists += 1;
      if (state.isDown) throw NO_NETWORK;
      if (after) return messages.filter(({ seq }) => seq > after.seq).slice(0, limit);
      return messages.filter(({ seq }) => !before || seq < before.seq).slice(-limit);
    },
    send: async ({ client_id, text }: OutgoingMessage) => {
      if (state.isDown) throw NO_NETWORK;
      const known = messages.find((message) => message.client_id === client_id);
      const sent = known ?? append(text, { client_id, is_own: true, author: { kind: side, name: '나' } });
      if (state.losesAnswers) throw NO_NETWORK;
      return sent;
    },
    markRead: async () => undefined,
    reportTyping: async () => undefined,
  };
  return { messages, state, append, source };
}

let store: ThreadStore | undefined;
function open(source: ThreadSource, settings: Partial<Parameters<typeof createThread>[0]> = {}): ThreadStore {
  store = createThread({ source, unsent: [], onUnsent: () => undefined, ...settings });
  return store;
}
const textsOf = ({ get }: ThreadStore) => get().messages.map(({ text }) => text);
const hint = (seq: number) => ({ name: 'message', data: { conversation_id: ID, seq, note: 0 } }) as const;
const flush = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  store?.close();
  vi.useRealTimers();
});

describe('a thread', () => {
  it('loads the last messages, then what events announce, then older ones', async () => {
    const { source, append } = startServer();
    for (let count = 1; count <= 70; count += 1) append(String(count));
    const thread = open(source);
    await thread.catchUp();
    expect(textsOf(thread)).toEqual(Array.from({ length: 50 }, (_, index) => String(index + 21)));
    append('new');
    thread.handleEvent(hint(71));
    await flush();
    expect(textsOf(thread).at(-1)).toBe('new');
    await thread.loadOlder();
    expect(textsOf(thread)).toHaveLength(71);
  });

  it('reads all missed messages, in as many calls as needed', async () => {
    const { source, append } = startServer();
    append('first');
    const thread = open(source);
    await thread.catchUp();
    for (let count = 2; count <= 450; count += 1) append(String(count));
    await thread.catchUp();
    expect(thread.get().messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 450 }, (_, index) => index + 1));
  });

  it('tries a failed catch-up again by itself', async () => {
    const { source, append, state } = startServer();
    append('first');
    const thread = open(source);
    await thread.catchUp();
    state.isDown = true;
    append('missed');
    thread.handleEvent(hint(2));
    await flush();
    expect(textsOf(thread)).toEqual(['first']);
    state.isDown = false;
    await vi.advanceTimersByTimeAsync(1000);
    expect(textsOf(thread)).toEqual(['first', 'missed']);
  });

  it('asks again when an event arrives during a call', async () => {
    const { source, append } = startServer();
    append('first');
    const thread = open(source);
    const loading = thread.catchUp();
    append('second');
    thread.handleEvent(hint(2));
    await loading;
    await flush();
    expect(textsOf(thread)).toEqual(['first', 'second']);
  });

  it('ignores events of other conversations, and shows typing for five seconds', async () => {
    const { source, append, state } = startServer();
    append('first');
    const thread = open(source);
    await thread.catchUp();
    const lists = state.lists;
    thread.handleEvent({ name: 'message', data: { conversation_id: ID + 1, seq: 9 } });
    await flush();
    expect(state.lists).toBe(lists);
    thread.handleEvent({ name: 'typing', data: { conversation_id: ID, by: 'staff', name: '홍길동' } });
    expect(thread.get().typing).toBe('홍길동');
    await vi.advanceTimersByTimeAsync(5000);
    expect(thread.get().typing).toBeUndefined();
  });
});

describe('sending', () => {
  const message = (text: string) => ({ kind: 'message', text, attachments: [] }) as const;

  it('shows messages at once and keeps their order', async () => {
    const { source, messages } = startServer();
    const thread = open(source);
    await thread.catchUp();
    for (const text of ['하나', '둘', '셋']) thread.send(message(text));
    expect(thread.get().pending.map(({ text, status }) => [text, status])).toEqual([
      ['하나', 'sending'],
      ['둘', 'sending'],
      ['셋', 'sending'],
    ]);
    await flush();
    expect(thread.get().pending).toEqual([]);
    expect(messages.map(({ text }) => text)).toEqual(['하나', '둘', '셋']);
    expect(textsOf(thread)).toEqual(['하나', '둘', '셋']);
  });

  it('keeps a failed message and sends it again, once', async () => {
    const { source, messages, state } = startServer();
    const onUnsent = vi.fn();
    const thread = open(source, { onUnsent });
    await thread.catchUp();
    state.isDown = true;
    thread.send(message('안녕하세요'));
    await flush();
    const [failed] = thread.get().pending;
    expect(failed).toMatchObject({ status: 'failed', problem: '네트워크 오류' });
    expect(onUnsent).toHaveBeenLastCalledWith([failed]);
    state.isDown = false;
    thread.resend(failed?.clientId ?? '');
    thread.resend(failed?.clientId ?? '');
    await flush();
    expect(messages).toHaveLength(1);
    expect(thread.get().pending).toEqual([]);
    expect(onUnsent).toHaveBeenLastCalledWith([]);
  });

  it('finds a message whose answer was lost, and does not show it twice', async () => {
    const { source, messages, state } = startServer();
    const thread = open(source);
    await thread.catchUp();
    state.losesAnswers = true;
    thread.send(message('한 번만'));
    await flush();
    expect(thread.get().pending).toHaveLength(1);
    thread.handleEvent(hint(1));
    await flush();
    expect(thread.get().pending).toEqual([]);
    expect(textsOf(thread)).toEqual(['한 번만']);
    expect(messages).toHaveLength(1);
  });

  it('reads what colleagues wrote before the own message', async () => {
    const { source, append } = startServer();
    append('첫 글');
    const thread = open(source);
    await thread.catchUp();
    append('동료의 글');
    thread.send(message('내 글'));
    await flush();
    expect(textsOf(thread)).toEqual(['첫 글', '동료의 글', '내 글']);
  });

  it('shows messages of an earlier visit as failed, with their ids', async () => {
    const { source } = startServer();
    const kept = { ...message('남은 글'), clientId: 'kept', createdAt: '', status: 'sending' } as const;
    const thread = open(source, { unsent: [kept] });
    expect(thread.get().pending).toMatchObject([{ clientId: 'kept', status: 'failed' }]);
    await thread.catchUp();
    thread.resend('kept');
    await flush();
    expect(thread.get().messages.map(({ client_id }) => client_id)).toEqual(['kept']);
  });
});

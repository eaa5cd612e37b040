import type { StreamEventName, StreamEvents } from '#shared/features/events/stream-events.ts';

/** An event of the stream: a hint with ids, never a text (`StreamEvents`). */
export type LiveEvent = { [Name in StreamEventName]: { name: Name; data: StreamEvents[Name] } }[StreamEventName];

type Side = StreamEvents['read']['by'];

function numberOf(data: object, name: string): number | undefined {
  const value: unknown = Reflect.get(data, name);
  return typeof value === 'number' ? value : undefined;
}

function sideOf(data: object): Side | undefined {
  const by: unknown = Reflect.get(data, 'by');
  return by === 'customer' || by === 'staff' ? by : undefined;
}

/**
 * Reads an event of the stream or of another tab. Undefined for one that this version of the page
 * does not know: a tab may be older than the server.
 */
export function readEvent(name: unknown, data: unknown): LiveEvent | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const conversation_id = numberOf(data, 'conversation_id');
  if (conversation_id === undefined) return undefined;
  const [seq, by] = [numberOf(data, 'seq'), sideOf(data)];
  if (name === 'message' && seq !== undefined) {
    return { name, data: { conversation_id, seq, note: numberOf(data, 'note') ?? 0 } };
  }
  if (name === 'read' && seq !== undefined && by) return { name, data: { conversation_id, seq, by } };
  if (name === 'typing' && by) {
    return { name, data: { conversation_id, by, name: String(Reflect.get(data, 'name') ?? '') } };
  }
  if (name === 'conversation') {
    return { name, data: { conversation_id, id: conversation_id, version: numberOf(data, 'version') ?? 0 } };
  }
  return undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function eventOf(block: string): LiveEvent | undefined {
  const lines = block.split(/\r\n|\r|\n/);
  const fieldOf = (field: string) =>
    lines.filter((line) => line.startsWith(`${field}:`)).map((line) => line.slice(field.length + 1).replace(/^ /, ''));
  return readEvent(fieldOf('event').at(-1), parseJson(fieldOf('data').join('\n')));
}

/**
 * Reads `text/event-stream` in pieces as they arrive. Each call returns the events that are
 * complete by then; comments and unknown events give none.
 */
export function createEventParser(): (piece: string) => LiveEvent[] {
  let rest = '';
  return (piece) => {
    const blocks = (rest + piece).split(/\r\n\r\n|\n\n|\r\r/);
    rest = blocks.pop() ?? '';
    return blocks.map(eventOf).filter((event) => event !== undefined);
  };
}

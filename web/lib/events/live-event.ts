import type { StreamEventName, StreamEvents } from '#shared/features/events/stream-events.ts';

/** An event of the stream: a hint with ids, never a text (`StreamEvents`). */
export type LiveEvent = { [Name in StreamEventName]: { name: Name; data: StreamEvents[Name] } }[StreamEventName];

export const EVENT_NAMES: readonly StreamEventName[] = ['message', 'conversation', 'read', 'typing', 'case'];

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
 * Reads an event of the stream. Undefined for one that this version of the page does not know: a tab
 * may be older than the server.
 */
export function readEvent(name: unknown, data: unknown): LiveEvent | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const order_id = numberOf(data, 'order_id');
  if (name === 'case') return order_id === undefined ? undefined : { name, data: { order_id } };
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

import { once } from 'node:events';
import { request } from 'node:http';

/** Describes what the load reads of an event. */
export type EventData = { conversation_id: number; seq: number };

/** Opens `GET /api/events` at little cost, and reads it until the process ends. */
export async function openEventStream(
  url: string,
  cookie: string,
  onEvent: (name: string, data: EventData) => void,
): Promise<void> {
  const outgoing = request(new URL('/api/events', url), { agent: false, headers: { cookie } });
  outgoing.end();
  const [answer] = await once(outgoing, 'response');
  if (answer.statusCode !== 200) throw new Error(`stream: ${answer.statusCode}`);
  let rest = '';
  answer.setEncoding('utf8');
  answer.on('data', (text: string) => {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, name, data] = /event: (.*)\ndata: (.*)/.exec(block) ?? [];
      if (name !== undefined && data !== undefined) onEvent(name, JSON.parse(data));
    }
  });
}

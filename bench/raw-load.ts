import { connect, type Socket } from 'node:net';

/** Load by plain sockets: each connection sends its request again as soon as it was answered. */
export type RawLoad = {
  url: string;
  headers?: Record<string, string>;
  connections: number;
  seconds: number;
  /** A connection sends at most one request in this time; as fast as it is answered without. */
  paceMs?: number;
  onAnswer: (status: number, ms: number) => void;
};

const HEAD_END = Buffer.from('\r\n\r\n');
/** Where the status stands in `HTTP/1.1 200 OK`. */
const STATUS_AT = 9;
const LENGTH = /\r\ncontent-length: *(\d+)/i;

function requestOf({ url, headers = {} }: RawLoad): Buffer {
  const { host, pathname, search } = new URL(url);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`);
}

/**
 * Reads answers that tell their length, without decoding them: only status and bytes count. Calls
 * `onEnd` after each of them.
 */
function createAnswerReader(onEnd: (status: number) => void): (chunk: Buffer) => void {
  let head: Buffer = Buffer.alloc(0);
  let status = 0;
  let bodyLeft = -1;
  return (chunk) => {
    let rest = chunk;
    while (rest.length > 0) {
      if (bodyLeft < 0) {
        head = head.length === 0 ? rest : Buffer.concat([head, rest]);
        const end = head.indexOf(HEAD_END);
        if (end < 0) return;
        const text = head.toString('latin1', 0, end);
        const length = LENGTH.exec(text)?.[1];
        if (length === undefined) throw new Error(`the answer does not tell its length:\n${text}`);
        status = Number(text.slice(STATUS_AT, STATUS_AT + 3));
        bodyLeft = Number(length);
        rest = head.subarray(end + HEAD_END.length);
        head = Buffer.alloc(0);
      }
      const taken = Math.min(bodyLeft, rest.length);
      bodyLeft -= taken;
      rest = rest.subarray(taken);
      if (bodyLeft > 0) return;
      bodyLeft = -1;
      onEnd(status);
    }
  };
}

/** Runs the load; returns how many connections broke. */
export async function loadRaw(load: RawLoad): Promise<{ broken: number }> {
  const request = requestOf(load);
  const { hostname, port } = new URL(load.url);
  const until = performance.now() + load.seconds * 1000;
  let broken = 0;
  const sockets: Socket[] = [];

  function run(): Promise<void> {
    return new Promise((resolve) => {
      const socket = connect(Number(port), hostname);
      sockets.push(socket);
      let sentAt = 0;
      const send = () => {
        sentAt = performance.now();
        socket.write(request);
      };
      const read = createAnswerReader((status) => {
        const now = performance.now();
        load.onAnswer(status, now - sentAt);
        if (now >= until) socket.end();
        else if (load.paceMs === undefined) send();
        else setTimeout(send, Math.max(0, sentAt + load.paceMs - now));
      });
      socket.setNoDelay(true);
      socket.on('connect', send);
      socket.on('data', read);
      socket.on('error', () => {
        broken += 1;
      });
      socket.on('close', () => resolve());
    });
  }

  // An answer that takes longer than the load is not waited for.
  const cut = setTimeout(() => sockets.map((socket) => socket.destroy()), load.seconds * 1000 + 2000);
  await Promise.all(Array.from({ length: load.connections }, run));
  clearTimeout(cut);
  return { broken };
}

/**
 * A bare node:http server that sends given bytes: the maximum of this machine. Reads bytes and
 * headers from files.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const [, , folder] = process.argv;
if (!folder) throw new Error('usage: bare-server.ts <folder>');
const answers = new Map<string, { headers: Record<string, string>; bytes: Buffer }>();
const index: { path: string; file: string; headers: Record<string, string> }[] = JSON.parse(
  readFileSync(`${folder}/index.json`, 'utf8'),
);
for (const { path, file, headers } of index) answers.set(path, { headers, bytes: readFileSync(`${folder}/${file}`) });

const server = createServer((incoming, outgoing) => {
  const answer = answers.get(incoming.url ?? '');
  outgoing.writeHead(answer ? 200 : 404, answer?.headers);
  outgoing.end(answer?.bytes);
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));

/**
 * Customers and an administrator at open event streams, in a process apart from the shop and from
 * what is measured beside it. Started with the shop's URL and the number of streams; takes the
 * commands below.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import { type Browser, openBrowser } from '#tests/support/app/http-browser.ts';
import { ADMIN, quantile } from '../environment.ts';
import { openEventStream } from './event-stream.ts';

/**
 * `open`: log in and open the streams. `start` and `stop`: messages of both sides at a fixed rate.
 */
export type LoadCommand = 'signUp' | 'open' | 'start' | 'stop';
export type LoadResult = {
  /** Messages that were answered with 201, and of those the ones that never arrived. */
  sent: number;
  lost: number;
  failed: number;
  perSecond: number;
  /** From the start of the call until the other side has the text. */
  textMs: { p50: number; p95: number; p99: number };
};

const PER_SECOND = 50;
const ADMIN_STREAMS = 3;
const AT_ONCE = 8;
/** How long the last messages may take to arrive. */
const DRAIN_MS = 5000;

type Sent = { startedAt: number; textMs?: number; isAnswered: boolean };
type Person = { browser: Browser; cookie: string; conversationId: number };

const [url = '', streams = '0'] = process.argv.slice(2);
const customers: Person[] = [];
let signedInAdmin: Person | undefined;
let sent = new Map<string, Sent>();
let failed = 0;
let isRunning = false;
let startedAt = 0;
let load: Promise<unknown> = Promise.resolve();

async function logIn(userId: string, password: string): Promise<{ browser: Browser; cookie: string }> {
  const browser = await openBrowser(url);
  const answer = await browser.call('POST', '/api/auth/login', { userId, password });
  if (answer.status !== 200) throw new Error(`login: ${answer.status} ${answer.body}`);
  return { browser, cookie: answer.cookies.join('; ') };
}

async function signUp(at: number): Promise<Person> {
  const account = { userId: `reader-${at}`, password: 'bench password 1' };
  const guest = await openBrowser(url);
  const person = { phone: '010-0000-0000', fullname: '측정용', acceptedTos: true };
  await guest.expect(201, 'POST', '/api/auth/register', { ...account, ...person });
  const loggedIn = await logIn(account.userId, account.password);
  const opening = { subject: '측정', text: '문의드립니다', client_id: randomUUID() };
  const { id } = await loggedIn.browser.expect<{ id: number }>(201, 'POST', '/api/consultations', opening);
  return { ...loggedIn, conversationId: id };
}

async function signUpAll(): Promise<void> {
  signedInAdmin = { ...(await logIn(ADMIN.userId, ADMIN.password)), conversationId: 0 };
  const limit = pLimit(AT_ONCE);
  const all = Array.from({ length: Number(streams) - ADMIN_STREAMS }, (_, at) => limit(() => signUp(at)));
  customers.push(...(await Promise.all(all)));
}

/** As a page does: an event says that there is more, a call brings it. */
async function fetchNew(reader: Person, area: string, data: { conversation_id: number; seq: number }): Promise<void> {
  const path = `${area}/${data.conversation_id}/messages?after=${data.seq - 1}`;
  const messages = await reader.browser.expect<{ client_id: string; is_own: boolean }[]>(200, 'GET', path);
  for (const { client_id, is_own } of messages) {
    const known = sent.get(client_id);
    if (!known || is_own || known.textMs !== undefined) continue;
    known.textMs = performance.now() - known.startedAt;
  }
}

async function openAll(): Promise<void> {
  const admin = signedInAdmin;
  if (!admin) throw new Error('not signed up');
  const readers = [
    ...Array.from({ length: ADMIN_STREAMS }, (_, at) => ({ reader: admin, area: '/api/admin/consultations', at })),
    ...customers.map((reader) => ({ reader, area: '/api/consultations', at: 0 })),
  ];
  // Browsers come back at different moments after a break, too.
  const limit = pLimit(AT_ONCE);
  await Promise.all(
    readers.map(({ reader, area, at }) =>
      limit(() =>
        openEventStream(url, reader.cookie, (name, data) => {
          // One of the administrator's pages has the thread open.
          if (name === 'message' && at === 0) fetchNew(reader, area, data).catch(() => undefined);
        }),
      ),
    ),
  );
}

async function sendOne(number: number): Promise<void> {
  const customer = customers[number % customers.length];
  if (!customer || !signedInAdmin) return;
  const isAdmin = number % 2 === 0;
  const clientId = randomUUID();
  const message: Sent = { startedAt: performance.now(), isAnswered: false };
  sent.set(clientId, message);
  const path = `/api${isAdmin ? '/admin' : ''}/consultations/${customer.conversationId}/messages`;
  const body = { client_id: clientId, text: `측정용 메시지 ${number}: 항고 이유서를 보내 드립니다.` };
  const answer = await (isAdmin ? signedInAdmin : customer).browser.call('POST', path, body).catch(() => undefined);
  if (answer?.status === 201) message.isAnswered = true;
  else failed += 1;
}

/** Sends at the fixed rate, whether or not the answers keep up. */
async function run(): Promise<void> {
  const open: Promise<void>[] = [];
  for (let number = 0; isRunning; number += 1) {
    const dueAt = startedAt + (number * 1000) / PER_SECOND;
    if (dueAt > performance.now()) await delay(dueAt - performance.now());
    open.push(sendOne(number));
  }
  await Promise.all(open);
}

function start(): void {
  sent = new Map();
  failed = 0;
  isRunning = true;
  startedAt = performance.now();
  load = run();
}

async function stop(): Promise<LoadResult> {
  isRunning = false;
  const seconds = (performance.now() - startedAt) / 1000;
  await load;
  const answered = [...sent.values()].filter(({ isAnswered }) => isAnswered);
  const isThere = ({ textMs }: Sent) => textMs !== undefined;
  for (let waited = 0; waited < DRAIN_MS && !answered.every(isThere); waited += 50) await delay(50);
  const times = answered.flatMap(({ textMs }) => textMs ?? []).toSorted((a, b) => a - b);
  return {
    sent: answered.length,
    lost: answered.length - times.length,
    failed,
    perSecond: answered.length / seconds,
    textMs: { p50: quantile(times, 0.5), p95: quantile(times, 0.95), p99: quantile(times, 0.99) },
  };
}

const COMMANDS: Record<LoadCommand, () => unknown> = { signUp: signUpAll, open: openAll, start, stop };

process.on('message', async (command: LoadCommand) => {
  process.send?.((await COMMANDS[command]()) ?? {});
});

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#tests/support/app/shop-process.ts';

const NGINX = process.env.NGINX_PATH ?? 'nginx';
const hasNginx = spawnSync(NGINX, ['-v']).status === 0;
const deploy = resolve(import.meta.dirname, '../deploy');
const read = (name: string) => readFileSync(join(deploy, name), 'utf8');

/** The configuration that packages and images of nginx have around an example, logs included. */
function around(folder: string, site: string): string {
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return `daemon off; pid ${folder}/pid; error_log ${folder}/logs/error.log;
    events {} http { access_log ${folder}/logs/access.log; ${paths.join(' ')} ${read('nginx-log.conf')} ${site} }`;
}

/** Answers with what the proxy passed on; closes the connection of a request for `/broken`. */
async function startStandIn() {
  const server = createServer((incoming, answer) => {
    if (incoming.url?.startsWith('/broken')) incoming.socket.destroy();
    else answer.end(JSON.stringify(incoming.headers));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return { server, port: typeof address === 'object' ? (address?.port ?? 0) : 0 };
}
type StandIn = Awaited<ReturnType<typeof startStandIn>>;

/** Sends the bytes as they are and resolves to the answer; an answer of no bytes is a closed one. */
function exchange(port: number, bytes: string, isTls = false): Promise<string> {
  return new Promise((done) => {
    const socket = isTls
      ? connectTls({ port, host: '127.0.0.1', servername: 'shop.example', rejectUnauthorized: false })
      : connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString();
      // Otherwise nginx would wait five seconds for a body that it has answered without reading.
      if (/^HTTP\S+ (301|413) /.test(answer)) socket.destroy();
    });
    socket.on('error', () => undefined).on('close', () => done(answer));
    socket.write(bytes);
  });
}

function get(port: number, path: string, headers: Record<string, string>, isTls = false): Promise<string> {
  const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`);
  return exchange(port, `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, isTls);
}

const SECRET = 'never-in-a-log';
const CLOSE = 'connection: close\r\n';
const REFERER = `https://shop.example/reset-password?token=${SECRET}`;

/** Sends the secret wherever a request line and its headers can hold one. */
async function sendSecrets(port: number, isTls: boolean): Promise<string[]> {
  const ask = (path: string, host: string) => get(port, path, { host, referer: REFERER }, isTls);
  const large = `host: shop.example\r\nreferer: ${REFERER}\r\ncontent-length: 99000000\r\n${CLOSE}`;
  return [
    await ask(`/reset-password?token=${SECRET}`, 'shop.example'),
    await ask(`/${SECRET}/${SECRET}`, 'shop.example'),
    await ask(`/broken?token=${SECRET}`, 'shop.example'),
    await ask(`/verify-email?token=${SECRET}`, 'elsewhere.example'),
    await ask(`/metrics?token=${SECRET}`, 'shop.example'),
    await exchange(port, `POST /api/orders?token=${SECRET} HTTP/1.1\r\n${large}\r\n`, isTls),
    await exchange(port, `GET /%zz?token=${SECRET} HTTP/1.1\r\nhost: shop.example\r\n${CLOSE}\r\n`, isTls),
    await exchange(port, `GET /?token=${SECRET} HTTP/1.1\r\nhost: shop.example\r\n${SECRET}\r\n${CLOSE}\r\n`, isTls),
    await exchange(port, `GET /?token=${SECRET} and more HTTP/9\r\nreferer: ${REFERER}\r\n${CLOSE}\r\n`, isTls),
    await exchange(port, `${SECRET}\r\n\r\n`, isTls),
    await exchange(port, `GET /?${SECRET.repeat(4000)} HTTP/1.1\r\n${CLOSE}\r\n`, isTls),
  ];
}

describe.skipIf(!hasNginx)('the examples of nginx', () => {
  let folder: string;
  let standIn: StandIn;
  const running: { stop: () => Promise<void> }[] = [];
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'shop-nginx-'));
  });
  afterEach(async () => {
    for (const { stop } of running.splice(0)) await stop();
    standIn.server.close();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs nginx with the example until the port answers; all its logs are files of one folder. */
  async function run(name: string, site: string, port: number) {
    const own = join(folder, name);
    mkdirSync(join(own, 'logs'), { recursive: true });
    const file = join(own, 'nginx.conf');
    writeFileSync(file, around(own, site.replaceAll('/var/log/nginx/', `${own}/logs/`)));
    const nginx = spawn(NGINX, ['-c', file, '-e', join(own, 'logs/start.log')], { stdio: 'inherit' });
    const stop = async () => {
      if (nginx.exitCode !== null) return;
      nginx.kill('SIGQUIT');
      await once(nginx, 'exit');
    };
    running.push({ stop });
    await expect
      .poll(() => exchange(port, 'GET / HTTP/1.1\r\nhost: shop.example\r\nconnection: close\r\n\r\n'))
      .toContain('HTTP/1.1');
    const logs = () => readdirSync(join(own, 'logs')).map((log) => readFileSync(join(own, 'logs', log), 'utf8'));
    return { stop, logs };
  }

  /** The example for one machine, with a certificate of its own and a stand-in for the shop. */
  async function runOnOneMachine() {
    standIn = await startStandIn();
    const [plain, tls] = [await freePort(), await freePort()];
    const key = join(folder, 'key.pem');
    const certificate = join(folder, 'certificate.pem');
    const newPair = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=shop.example'];
    execFileSync('openssl', [...newPair, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
    const site = read('nginx.conf')
      .replace(/\S+fullchain\.pem/, certificate)
      .replace(/\S+privkey\.pem/, key)
      .replace(/^ *listen \[::\].*$/gm, '')
      .replace(/listen 80\b/g, `listen 127.0.0.1:${plain}`)
      .replace(/listen 443\b/g, `listen 127.0.0.1:${tls}`)
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${standIn.port}`);
    return { ...(await run('nginx', site, plain)), plain, tls };
  }

  /** The example of compose.yaml: a stand-in instead of Docker's name server, and no gateway. */
  async function runOfCompose() {
    standIn = await startStandIn();
    const port = await freePort();
    const site = read('nginx-compose.conf')
      .replace(/^resolver .*$/m, '')
      .replace(/^upstream shop \{[\s\S]*?^\}/m, `upstream shop { server 127.0.0.1:${standIn.port}; }`)
      .replaceAll('8080', `127.0.0.1:${port}`)
      .replace(/\$\{SHOP_HOST\}/g, 'shop.example')
      .replace('10.77.0.1', '127.0.0.1');
    return { ...(await run('nginx-compose', site, port)), port };
  }

  it('nginx.conf writes no query, path or Referer into any log', async () => {
    const { plain, tls, stop, logs } = await runOnOneMachine();
    expect(await get(tls, '/', { host: 'shop.example' }, true)).toContain('200 OK');
    expect((await sendSecrets(tls, true)).some((answer) => answer.includes(' 502 '))).toBe(true);
    await sendSecrets(plain, false);
    await stop();
    expect(logs().join('')).toMatch(/ GET HTTP\/1\.1 200 /);
    expect(logs().join('')).not.toContain(SECRET);
  });

  it('nginx-compose.conf writes no query, path or Referer into any log', async () => {
    const { port, stop, logs } = await runOfCompose();
    expect((await sendSecrets(port, false)).some((answer) => answer.includes(' 502 '))).toBe(true);
    await stop();
    expect(logs().join('')).toMatch(/ GET HTTP\/1\.1 200 /);
    expect(logs().join('')).not.toContain(SECRET);
  });

  it('nginx-compose.conf closes foreign hosts, and passes on the address that the gateway names', async () => {
    const { port } = await runOfCompose();
    const answer = await get(port, '/', { host: 'shop.example', 'x-forwarded-for': '203.0.113.9' });
    expect(answer).toContain('"x-forwarded-for":"203.0.113.9"');
    for (const host of ['elsewhere.example', '127.0.0.1', `localhost:${port}`]) {
      expect(await get(port, '/', { host })).toBe('');
    }
  });
});

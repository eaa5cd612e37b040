import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#tests/support/app/shop-process.ts';

const NGINX = process.env.NGINX_PATH ?? 'nginx';
const hasNginx = spawnSync(NGINX, ['-v']).status === 0;
const deploy = resolve(import.meta.dirname, '../deploy');

/** The examples are files for `conf.d`; this is what the package of nginx has around them. */
function around(folder: string, site: string): string {
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return `daemon off; pid ${folder}/pid; error_log stderr;
    events {} http { access_log off; ${paths.join(' ')} ${site} }`;
}

/** Answers with what the proxy passed on. */
async function startStandIn() {
  const server = createServer((incoming, answer) => answer.end(JSON.stringify(incoming.headers)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return { server, port: typeof address === 'object' ? (address?.port ?? 0) : 0 };
}

function get(port: number, headers: Record<string, string>): Promise<{ status: number; body: string }> {
  return new Promise((done, failed) => {
    request({ port, host: '127.0.0.1', headers }, (answer) => {
      let body = '';
      answer.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      answer.on('end', () => done({ status: answer.statusCode ?? 0, body }));
    })
      .on('error', failed)
      .end();
  });
}

describe.skipIf(!hasNginx)('the examples of nginx', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'shop-nginx-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('nginx.conf loads', () => {
    const key = join(folder, 'key.pem');
    const certificate = join(folder, 'certificate.pem');
    const newPair = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=shop.example'];
    execFileSync('openssl', [...newPair, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
    const site = readFileSync(join(deploy, 'nginx.conf'), 'utf8')
      .replace(/\S+fullchain\.pem/, certificate)
      .replace(/\S+privkey\.pem/, key);
    const file = join(folder, 'site.conf');
    writeFileSync(file, around(folder, site));
    const { stderr, status } = spawnSync(NGINX, ['-t', '-c', file], { encoding: 'utf8' });
    expect(stderr).toContain('test is successful');
    expect(status).toBe(0);
  });

  it('nginx-compose.conf closes foreign hosts, and passes on the address that the gateway names', async () => {
    const standIn = await startStandIn();
    const port = await freePort();
    // One stand-in instead of Docker's name server; this machine instead of its gateway.
    const site = readFileSync(join(deploy, 'nginx-compose.conf'), 'utf8')
      .replace(/^resolver .*$/m, '')
      .replace(/^upstream shop \{[\s\S]*?^\}/m, `upstream shop { server 127.0.0.1:${standIn.port}; }`)
      .replaceAll('8080', `127.0.0.1:${port}`)
      .replace(/\$\{SHOP_HOST\}/g, 'shop.example')
      .replace('10.77.0.1', '127.0.0.1');
    const file = join(folder, 'compose.conf');
    writeFileSync(file, around(folder, site));
    const nginx = spawn(NGINX, ['-c', file], { stdio: 'inherit' });
    try {
      const ask = () => get(port, { host: 'shop.example', 'x-forwarded-for': '203.0.113.9' });
      await expect
        .poll(() =>
          ask().then(
            ({ status }) => status,
            () => 0,
          ),
        )
        .toBe(200);
      expect(JSON.parse((await ask()).body)).toMatchObject({ 'x-forwarded-for': '203.0.113.9' });
      for (const host of ['elsewhere.example', '127.0.0.1', `localhost:${port}`]) {
        await expect(get(port, { host })).rejects.toThrow(/hang up|ECONNRESET/);
      }
    } finally {
      nginx.kill('SIGTERM');
      await once(nginx, 'exit');
      standIn.server.close();
    }
  });
});

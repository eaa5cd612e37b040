import { Writable } from 'node:stream';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { newRequestId, registerRequestLog } from './request-log.ts';

async function ask(method: 'GET' | 'POST', url: string) {
  const lines: Record<string, unknown>[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()));
      done();
    },
  });
  const loggerInstance: FastifyBaseLogger = pino({ level: 'info' }, stream);
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
  });
  registerRequestLog(app);
  app.get('/things/:id', async () => ({}));
  app.post('/things/:id', async () => ({}));
  app.get('/refused/:status', async (request, reply) => {
    const { status } = request.params as { status: string };
    return reply.code(Number(status)).send({});
  });
  app.get('/broken', async (_request, reply) => reply.code(500).send({}));
  const response = await app.inject({ method, url });
  await app.close();
  return { response, lines: lines.filter(({ msg }) => msg === 'request') };
}

describe('the request log', () => {
  it('has a line for each unsafe request, with its route pattern', async () => {
    const { lines } = await ask('POST', '/things/01012345678');
    expect(lines).toMatchObject([{ method: 'POST', route: '/things/:id', status: 200 }]);
    expect(lines[0]?.ms).toEqual(expect.any(Number));
    expect(JSON.stringify(lines)).not.toContain('01012345678');
  });

  it('has no line for a successful read', async () => {
    expect((await ask('GET', '/things/1')).lines).toEqual([]);
  });

  it.each([403, 429])('has a line for a read that is refused with %i', async (status) => {
    expect((await ask('GET', `/refused/${status}`)).lines).toMatchObject([{ route: '/refused/:status', status }]);
  });

  it('has no line for a read of a visitor', async () => {
    expect((await ask('GET', '/refused/401')).lines).toEqual([]);
  });

  it('has the same request id in the line and in the response of a failure', async () => {
    const { lines, response } = await ask('GET', '/broken');
    expect(lines).toMatchObject([{ route: '/broken', status: 500, reqId: response.headers['x-request-id'] }]);
    expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A Naver profile; fields besides the id require the user's consent. */
type NaverPerson = { id: string; name?: string; email?: string; mobile?: string };

/**
 * Naver's variant of OAuth 2: no discovery, no OpenID, errors with status 200, `expires_in` as
 * text.
 */
export type NaverProvider = {
  /** Environment variables for the shop. */
  env: Record<string, string>;
  /** The logged-in user; undefined refuses. */
  person: NaverPerson | undefined;
  /** `profile`: the profile is refused. */
  fault: 'profile' | undefined;
  close: () => Promise<void>;
};

const CLIENT_ID = 'naver-client';
const CLIENT_SECRET = 'secret-of-the-shop-at-naver';

type Login = { person: NaverPerson; redirectUri: string; challenge: string; state: string };

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json;charset=utf-8' }).end(JSON.stringify(body));
}

/** Validates a token request; returns the error, if any. */
function tokenProblem(given: URLSearchParams, login: Login | undefined): string | undefined {
  if (given.get('client_id') !== CLIENT_ID || given.get('client_secret') !== CLIENT_SECRET) return 'invalid_client';
  if (given.get('grant_type') !== 'authorization_code' || !login) return 'invalid_request';
  if (given.get('redirect_uri') !== login.redirectUri || given.get('state') !== login.state) return 'invalid_request';
  const challenge = createHash('sha256')
    .update(given.get('code_verifier') ?? '')
    .digest('base64url');
  return challenge === login.challenge ? undefined : 'invalid_request';
}

function authorize(query: URLSearchParams, person: NaverPerson | undefined, logins: Map<string, Login>): string {
  const back = new URL(query.get('redirect_uri') ?? '');
  const state = query.get('state') ?? '';
  back.searchParams.set('state', state);
  if (!person || query.get('client_id') !== CLIENT_ID || query.get('response_type') !== 'code' || state === '') {
    back.searchParams.set('error', 'access_denied');
    back.searchParams.set('error_description', 'Canceled By User');
    return back.href;
  }
  const code = randomUUID();
  const challenge = query.get('code_challenge') ?? '';
  logins.set(code, { person, redirectUri: query.get('redirect_uri') ?? '', challenge, state });
  back.searchParams.set('code', code);
  return back.href;
}

/** Starts a stand-in for Naver's login. */
export async function startNaverProvider(): Promise<NaverProvider> {
  const logins = new Map<string, Login>();
  const tokens = new Map<string, NaverPerson>();
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;

  const play: NaverProvider = {
    env: {
      NAVER_CLIENT_ID: CLIENT_ID,
      NAVER_CLIENT_SECRET: CLIENT_SECRET,
      NAVER_AUTH_URL: `${url}/oauth2.0/authorize`,
      NAVER_TOKEN_URL: `${url}/oauth2.0/token`,
      NAVER_PROFILE_URL: `${url}/v1/nid/me`,
    },
    person: undefined,
    fault: undefined,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function token(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const given = new URLSearchParams(await text(request));
    const code = given.get('code') ?? '';
    const login = logins.get(code);
    logins.delete(code);
    const problem = tokenProblem(given, login);
    if (problem || !login) return sendJson(response, 200, { error: problem, error_description: 'no valid data' });
    const access_token = randomUUID();
    tokens.set(access_token, login.person);
    sendJson(response, 200, { access_token, refresh_token: randomUUID(), token_type: 'bearer', expires_in: '3600' });
  }

  function profile(request: IncomingMessage, response: ServerResponse): void {
    const person = tokens.get((request.headers.authorization ?? '').replace(/^Bearer /i, ''));
    const isTold = person !== undefined && play.fault !== 'profile';
    if (isTold) sendJson(response, 200, { resultcode: '00', message: 'success', response: person });
    else sendJson(response, 401, { resultcode: '024', message: 'Authentication failed' });
  }

  server.on('request', (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    if (pathname === '/oauth2.0/authorize') {
      response.writeHead(302, { location: authorize(searchParams, play.person, logins) }).end();
    } else if (pathname === '/oauth2.0/token') void token(request, response);
    else if (pathname === '/v1/nid/me') profile(request, response);
    else sendJson(response, 404, {});
  });
  return play;
}

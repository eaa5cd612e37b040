import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Adapter, type AdapterPayload, type JWK, type KoaContextWithOIDC } from 'oidc-provider';

/** An account at the provider: `sub` and further claims. */
type Person = { sub: string } & Record<string, unknown>;

/**
 * Faults of the provider. `down`: no response; `error`: 500 at the token endpoint; `nonsense`: an
 * invalid response.
 */
type Fault = 'down' | 'error' | 'nonsense';

/** A real OpenID provider on loopback, which acts as Kakao or Google. */
export type OidcProvider = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The logged-in user, identified without a click; undefined refuses. */
  person: Person | undefined;
  fault: Fault | undefined;
  /** Number of discovery requests. */
  discoveries: () => number;
  close: () => Promise<void>;
};

const CLIENT_ID = 'shop';
const CLIENT_SECRET = 'secret-of-the-shop-at-the-provider';

/** In-memory storage of one model of the provider. */
function memoryAdapter(): (name: string) => Adapter {
  const rows = new Map<string, AdapterPayload>();
  return (name) => {
    const keyOf = (id: string) => `${name}:${id}`;
    const findWhere = (field: 'uid' | 'userCode', value: string) =>
      Array.from(rows).find(([key, row]) => key.startsWith(`${name}:`) && row[field] === value)?.[1];
    return {
      upsert: async (id, payload) => void rows.set(keyOf(id), payload),
      find: async (id) => rows.get(keyOf(id)),
      findByUid: async (uid) => findWhere('uid', uid),
      findByUserCode: async (code) => findWhere('userCode', code),
      async consume(id) {
        const row = rows.get(keyOf(id));
        if (row) row.consumed = true;
      },
      destroy: async (id) => void rows.delete(keyOf(id)),
      async revokeByGrantId(grantId) {
        for (const [key, row] of rows) if (row.grantId === grantId) rows.delete(key);
      },
    };
  };
}

/** Grants every identified user's consent. */
async function agreedGrant(ctx: KoaContextWithOIDC) {
  const { provider, client, session, params } = ctx.oidc;
  if (!client || !session?.accountId) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(String(params?.scope ?? 'openid'));
  await grant.save();
  return grant;
}

function signingKey(): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'RS256', use: 'sig' } as JWK;
}

function createProvider(issuer: string, redirectPath: string, personOf: (id: string) => Person): Provider {
  return new Provider(issuer, {
    adapter: memoryAdapter(),
    jwks: { keys: [signingKey()] },
    cookies: { keys: [randomUUID()] },
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        token_endpoint_auth_method: 'client_secret_post',
        // A native client may use any loopback port; the shop's is unknown until it listens.
        application_type: 'native',
        redirect_uris: [`http://127.0.0.1${redirectPath}`],
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name'],
      profile_nickname: ['nickname'],
      account_email: ['email'],
    },
    scopes: ['openid'],
    // Like Kakao and Google: the ID token contains the requested claims.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, id) => ({ accountId: id, claims: async () => personOf(id) }),
    loadExistingGrant: agreedGrant,
    ttl: { AccessToken: 600, AuthorizationCode: 60, IdToken: 600, Grant: 600, Interaction: 600, Session: 600 },
    renderError(ctx, out) {
      ctx.body = JSON.stringify(out);
    },
  });
}

/** Starts the provider; `id` is the shop's id for it, part of the redirect URL. */
export async function startOidcProvider(id: string): Promise<OidcProvider> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Another host name than the shop's, so that it is another site for browsers.
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, Person>();
  let discoveries = 0;
  const provider = createProvider(issuer, `/api/oauth/${id}/callback`, (sub) => people.get(sub) ?? { sub });
  const answer = provider.callback();

  const play: OidcProvider = {
    issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    person: undefined,
    fault: undefined,
    discoveries: () => discoveries,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { person } = play;
    if (person) people.set(person.sub, person);
    // A native client asks for consent each time.
    const result = person ? { login: { accountId: person.sub }, consent: {} } : { error: 'access_denied' };
    await provider.interactionFinished(request, response, result);
  }

  server.on('request', (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (path.endsWith('/openid-configuration')) discoveries += 1;
    if (play.fault === 'down') request.socket.destroy();
    else if (play.fault === 'error' && path === '/token') response.writeHead(500).end('out of order');
    else if (play.fault === 'nonsense' && path === '/token')
      response.setHeader('content-type', 'application/json').end('{}');
    else if (path.startsWith('/interaction/')) void interact(request, response);
    else void answer(request, response);
  });
  return play;
}

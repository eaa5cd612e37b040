import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** CBOR of what attestations consist of. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, length: number): Buffer => {
    if (length < 24) return Buffer.from([(major << 5) | length]);
    if (length < 256) return Buffer.from([(major << 5) | 24, length]);
    return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = Array.from(value, ([key, entry]) => Buffer.concat([cbor(key), cbor(entry as Buffer)]));
  return Buffer.concat([head(5, value.size), ...entries]);
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

type Overrides = {
  /** The page that asks. */
  origin: string;
  rpId?: string;
  isUserVerified?: boolean;
  /** As the authenticator counts; 0 never counts, as with synced passkeys. */
  counter?: number;
};

/** An authenticator in software, with one passkey: answers as a browser passes them on. */
export function createAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');

  function authenticatorData(
    { origin, rpId, isUserVerified = true, counter = 0 }: Overrides,
    credential?: Buffer,
  ): Buffer {
    const rpHash = createHash('sha256')
      .update(rpId ?? new URL(origin).hostname)
      .digest();
    const flags = USER_PRESENT | (isUserVerified ? USER_VERIFIED : 0) | (credential ? HAS_CREDENTIAL : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([rpHash, Buffer.from([flags]), count, credential ?? Buffer.alloc(0)]);
  }

  function clientData(type: string, challenge: string, { origin }: Overrides): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  return {
    id,
    /** The answer to creation options. */
    create({ challenge }: { challenge: string }, overrides: Overrides) {
      const coordinate = (value: string | undefined) => Buffer.from(value ?? '', 'base64url');
      const key = new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, coordinate(jwk.x)],
        [-3, coordinate(jwk.y)],
      ]);
      const length = Buffer.from([0, credentialId.length]);
      const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, cbor(key)]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(overrides, credential)],
      ]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, overrides).toString('base64url'),
          attestationObject: cbor(attestation).toString('base64url'),
          transports: ['internal', 'a way of the future'],
        },
      };
    },
    /** The answer to request options. */
    get({ challenge }: { challenge: string }, overrides: Overrides) {
      const data = authenticatorData(overrides);
      const clientDataJSON = clientData('webauthn.get', challenge, overrides);
      const signed = Buffer.concat([data, createHash('sha256').update(clientDataJSON).digest()]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientDataJSON.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
        },
      };
    },
  };
}

export type Authenticator = ReturnType<typeof createAuthenticator>;

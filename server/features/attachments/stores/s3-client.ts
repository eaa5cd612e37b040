import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { S3Config } from '#server/config.ts';
import { filesUnavailable } from './file-store.ts';

/** One retry: a user waits for the response. */
const TRIES = 2;
const PAUSE_MS = 150;
/** A listing of a thousand keys is the largest answer besides a part. */
const MAX_ANSWER_BYTES = 2 * 1024 * 1024;

export type S3Request = {
  method: 'GET' | 'PUT' | 'DELETE';
  /** Without the prefix; empty for the bucket itself. */
  key: string;
  query?: Readonly<Record<string, string>>;
  body?: Buffer;
};
/** `bytes` are all of the body. */
export type S3Answer = { status: number; bytes: Buffer };

export type S3Client = {
  /** @throws AppError FILES_UNAVAILABLE for any status but 2xx, and 404 for a key */
  send: (request: S3Request) => Promise<S3Answer>;
  /** Requests that failed in this process, repeated ones too. */
  failures: () => number;
};

function addressOf({ endpoint, region, bucket, isPathStyle }: S3Config): string {
  const base = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  return isPathStyle ? `${base.origin}/${bucket}` : `${base.protocol}//${bucket}.${base.host}`;
}

async function readAll(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new Error('the store answered with more than was asked for');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Returns whether a 404 is about the key: without its bucket, or behind another address, nothing is known of it. */
function isKeyMissing({ status, bytes }: S3Answer): boolean {
  return status === 404 && bytes.includes('<Code>NoSuchKey</Code>');
}

/** The code of the store's error, which has no secret in it. */
function refusalOf({ status, bytes }: S3Answer): Error {
  const code = /<Code>(\w{1,60})<\/Code>/.exec(bytes.toString('latin1'))?.[1] ?? '';
  return new Error(`the file store answered ${status} ${code}`.trimEnd());
}

/** Returns whether a retry may succeed at once: the store is busy, or it failed. */
function isPassing(status: number): boolean {
  return status === 429 || (status >= 500 && status !== 501 && status !== 507);
}

/**
 * Signed requests to an S3-compatible store. `timeoutMs` is for one try with its body, so that
 * nothing hangs. A body carries its SHA-256 in the signature: the store refuses one that arrives
 * changed.
 */
export function createS3Client(config: S3Config, timeoutMs: number): S3Client {
  const address = addressOf(config);
  let failed = 0;

  async function trySend({ method, key, query, body }: S3Request): Promise<S3Answer> {
    const url = new URL(key === '' ? address : `${address}/${key}`);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const signer = new AwsV4Signer({
      method,
      url: url.toString(),
      headers: { 'x-amz-content-sha256': hash },
      accessKeyId: config.accessKeyId,
      secretAccessKey: config.secretAccessKey,
      region: config.region,
      service: 's3',
    });
    const signed = await signer.sign();
    const response = await fetch(signed.url, {
      method,
      headers: signed.headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body && { body: new Uint8Array(body) }),
    });
    return { status: response.status, bytes: await readAll(response) };
  }

  return {
    failures: () => failed,
    async send(request) {
      for (let tried = 1; ; tried += 1) {
        let failure: unknown;
        try {
          const answer = await trySend(request);
          const isDone = (answer.status >= 200 && answer.status < 300) || isKeyMissing(answer);
          if (isDone) return answer;
          failure = refusalOf(answer);
          failed += 1;
          if (!isPassing(answer.status)) throw filesUnavailable(failure);
        } catch (error) {
          if (failure !== undefined) throw error;
          failure = error;
          failed += 1;
        }
        if (tried === TRIES) throw filesUnavailable(failure);
        await delay(PAUSE_MS * (1 + Math.random()));
      }
    },
  };
}

import { z } from 'zod';
import { isLoopbackUrl } from '#server/lib/networks.ts';
import type { Values } from './fields.ts';

const ACCEPTED =
  'accepted: s3://BUCKET/PREFIX?endpoint=https://…&region=…&path_style=1&write=0; an http endpoint only on loopback';
const OPTIONS = ['endpoint', 'region', 'path_style', 'write'];

/** A store that speaks S3's protocol, and the folder in it. */
export type S3Config = {
  /** As `https://host`; undefined: Amazon's own in the region. */
  endpoint: string | undefined;
  region: string;
  bucket: string;
  /** Without slashes at its ends; may be empty. */
  prefix: string;
  /** The bucket is in the path, and not in the host. */
  isPathStyle: boolean;
  accessKeyId: string;
  secretAccessKey: string;
};

/** Undefined store: all files of conversations are in the database. */
export type FilesConfig = {
  store: S3Config | undefined;
  /** New files go to the store; otherwise it is only read. */
  isWritten: boolean;
};

type Place = Omit<S3Config, 'accessKeyId' | 'secretAccessKey'> & { isWritten: boolean };

function placeOf(value: string): Place | undefined {
  if (!URL.canParse(value)) return undefined;
  const { protocol, host, pathname, searchParams, username } = new URL(value);
  const isBucket = protocol === 's3:' && username === '' && /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(host);
  const prefix = pathname.replaceAll(/^\/+|\/+$/g, '');
  if (!isBucket || !/^[\w./-]*$/.test(prefix)) return undefined;
  if ([...searchParams.keys()].some((name) => !OPTIONS.includes(name))) return undefined;
  const endpoint = searchParams.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !/^https?:\/\/[^/?#@]+\/?$/.test(endpoint)) return undefined;
  if (endpoint?.startsWith('http:') && !isLoopbackUrl(endpoint)) return undefined;
  const region = searchParams.get('region') ?? 'us-east-1';
  const flags = [searchParams.get('path_style') ?? '0', searchParams.get('write') ?? '1'];
  if (!/^[\w-]+$/.test(region) || flags.some((flag) => flag !== '0' && flag !== '1')) return undefined;
  return {
    endpoint: endpoint?.replace(/\/$/, ''),
    region,
    bucket: host,
    prefix,
    isPathStyle: flags[0] === '1',
    isWritten: flags[1] === '1',
  };
}

export const fileVariables = {
  FILES_URL: z
    .string()
    .refine((value) => placeOf(value) !== undefined, ACCEPTED)
    .optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
};

/** Adds to `problems` what is missing for the store. */
export function filesConfig(env: Values<typeof fileVariables>, problems: string[]): FilesConfig {
  const place = env.FILES_URL === undefined ? undefined : placeOf(env.FILES_URL);
  if (!place) return { store: undefined, isWritten: false };
  const { isWritten, ...rest } = place;
  const { S3_ACCESS_KEY_ID: accessKeyId = '', S3_SECRET_ACCESS_KEY: secretAccessKey = '' } = env;
  if (!accessKeyId) problems.push('S3_ACCESS_KEY_ID: missing; accepted: the key of the store that FILES_URL names');
  if (!secretAccessKey) {
    problems.push('S3_SECRET_ACCESS_KEY: missing; accepted: the secret that belongs to S3_ACCESS_KEY_ID');
  }
  return { store: { ...rest, accessKeyId, secretAccessKey }, isWritten };
}

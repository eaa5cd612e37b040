import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';
import { BACKUP_KEY_FORMATS, isBackupKey } from '#server/lib/keys/backup-key-format.ts';
import { parseDataKeys } from '#server/lib/keys/key-ring.ts';
import type { TracingConfig } from '#server/lib/tracing/tracing-settings.ts';
import { DEFAULT_DESK_HOURS, type DeskHours, parseDeskHours } from '#shared/rules/business-days.ts';
import { addressVariables, publicUrlOf } from './config/address.ts';
import { atLeast, flag, httpsUrl, networks, positive, url } from './config/fields.ts';
import { type FilesConfig, filesConfig, fileVariables } from './config/files.ts';
import { checkFirstAdmin, firstAdminVariables } from './config/first-admin.ts';
import { type LetterKey, letterKey, letterVariables } from './config/letters.ts';
import { type Limits, limitsConfig, limitVariables } from './config/limits.ts';
import { type MailConfig, mailConfig, mailVariables } from './config/mail.ts';
import { type MessagesConfig, messagesConfig, messageVariables } from './config/messages.ts';
import { monitoringVariables, tracingConfig } from './config/monitoring.ts';
import { type PaymentConfig, paymentConfig, paymentVariables } from './config/payment.ts';
import { type PushConfig, pushConfig, pushVariables } from './config/push.ts';
import { isSecret, readSecretFiles } from './config/secrets.ts';
import { type ServingConfig, servingConfig, servingVariables } from './config/serving.ts';
import { type SiteTags, siteTags, siteVariables } from './config/site.ts';
import { type SocialConfig, socialConfig, socialVariables } from './config/social.ts';
import { isCommonPassword } from './lib/common-passwords.ts';

export type { S3Config } from './config/files.ts';
export type { LetterKey } from './config/letters.ts';
export type { MailConfig } from './config/mail.ts';
export type { AlimtalkConfig, MessagesConfig, SmsConfig } from './config/messages.ts';
export type { PaymentConfig } from './config/payment.ts';
export type { SiteTags } from './config/site.ts';
export type { NaverSettings, OpenIdSettings, SocialConfig } from './config/social.ts';

/** Thrown when the environment is not usable; the message has one line per problem. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
  }
}

const deskHours = z
  .string()
  .default('09:00-18:00')
  .transform((value) => parseDeskHours(value.trim()))
  .refine((hours) => hours !== undefined, 'accepted: opening and closing time in Korea, as in 09:00-18:00')
  .transform((hours) => hours ?? DEFAULT_DESK_HOURS);

const environment = z.object({
  ...addressVariables,
  ...paymentVariables,
  ...socialVariables,
  ...mailVariables,
  ...messageVariables,
  ...siteVariables,
  ...monitoringVariables,
  ...limitVariables,
  ...servingVariables,
  ...fileVariables,
  ...letterVariables,
  ...pushVariables,
  NODE_ENV: z
    .enum(['development', 'production', 'test'], { error: 'accepted: development, production or test' })
    .default('development'),
  PORT: positive.max(65_535, 'accepted: 0 to 65535').default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATABASE_URL: url(/^postgres(ql)?$/, 'postgres://user:password@host:port/database'),
  DATABASE_MIGRATION_URL: url(/^postgres(ql)?$/, 'postgres://user:password@host:port/database'),
  // Two: the start holds one connection for its lock while the jobs' own tables are made by
  // another.
  DATABASE_POOL_SIZE: atLeast(2).default(10),
  DATA_DIR: z.string().default('./data'),
  DATA_KEYS: z
    .string()
    .refine(
      (value) => parseDataKeys(value) !== undefined,
      'accepted: id:base64 of 32 bytes, several separated by commas, each id once',
    )
    .optional(),
  BACKUP_KEY: z.string().refine(isBackupKey, BACKUP_KEY_FORMATS).optional(),
  CLAMD_URL: z
    .string()
    .regex(/^(tcp:\/\/[^\s/?#]+:\d{1,5}|unix:\/\S+)$/, 'accepted: tcp://host:port or unix:/path/to/socket')
    .optional(),
  ...firstAdminVariables,
  TRUST_PROXY: networks,
  ADMIN_NETWORKS: networks,
  PWNED_PASSWORDS_URL: httpsUrl().optional(),
  SERVICE_DESK_HOURS: deskHours,
  SEED_SAMPLE: flag,
  REQUIRE_SECOND_FACTOR: flag,
  PAGES: z.enum(['built', 'source', 'none'], { error: 'accepted: built, source or none' }).default('built'),
});

/** Every variable that the server reads. */
export const VARIABLES: readonly string[] = Object.keys(environment.shape);

export type Config = {
  mode: 'development' | 'production' | 'test';
  port: number;
  host: string;
  /** Without a slash at the end. */
  publicUrl: string;
  /** Undefined: an embedded PostgreSQL under `dataDir`. */
  databaseUrl: string | undefined;
  /** The owner's address, which migrates; undefined: `databaseUrl` does. */
  databaseMigrationUrl: string | undefined;
  databasePoolSize: number;
  /** Absolute. */
  dataDir: string;
  /** Keys of stored texts and files; undefined: one under `dataDir`, in production none. */
  dataKeys: string | undefined;
  /** Encrypts backups; undefined: they are plain, and production makes none. */
  backupKey: string | undefined;
  /** A malware scanner for attachments; undefined: none are scanned. */
  clamdUrl: string | undefined;
  adminUserId: string;
  adminPassword: string | undefined;
  /**
   * URL of the service that looks up leaked passwords, without a slash at the end; undefined: no
   * look-up.
   */
  leakedPasswordsUrl: string | undefined;
  payment: PaymentConfig;
  social: SocialConfig;
  mail: MailConfig;
  messages: MessagesConfig;
  siteTags: SiteTags;
  trustedProxies: readonly string[];
  /** Networks that may use the administration; empty: any. */
  adminNetworks: readonly string[];
  /** Networks that may send webhooks of the payment provider; empty: any. */
  webhookNetworks: readonly string[];
  /** Refunds of an order above it, in won, need a second administrator; undefined: none do. */
  fourEyesWon: number | undefined;
  /** Office hours on business days: the basis of deadlines and of notices at night. */
  deskHours: DeskHours;
  seedSample: boolean;
  /** Administrators without a second factor may do nothing but enrol one. */
  requireSecondFactor: boolean;
  /** Pages from their build, from their sources with hot reload, or none: the API alone. */
  pages: 'built' | 'source' | 'none';
  /** True when `/api/docs` shows the reference of the API. */
  apiDocs: boolean;
  /** Bearer tokens of which one is needed to read the metrics; empty: no metrics. */
  metricsTokens: readonly string[];
  /** Undefined: nothing is traced. */
  tracing: TracingConfig | undefined;
  logLevel: string;
  serving: ServingConfig;
  limits: Limits;
  /** Where files of conversations lie. */
  files: FilesConfig;
  /** Undefined: letters are not sealed. */
  letterKey: LetterKey | undefined;
  push: PushConfig;
};

/** Formats a value for an error message; a secret is not shown. */
function shown(name: string, value: string | undefined): string {
  return isSecret(name) ? 'the value' : `"${value ?? ''}"`;
}

/**
 * Reads the configuration from the environment and the files that `*_FILE` name (contract §4). An
 * empty variable counts as unset.
 * @throws ConfigError naming every variable that is wrong, what is wrong and what is accepted.
 */
export function loadConfig(source: NodeJS.ProcessEnv = process.env): Config {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const unreadable: string[] = [];
  const given = { ...set, ...readSecretFiles(set, VARIABLES, unreadable) };
  if (unreadable.length > 0) throw new ConfigError(unreadable);
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    // A variable may break several rules: the first one says what is accepted.
    const wrong = new Map(parsed.error.issues.toReversed().map(({ path, message }) => [String(path[0]), message]));
    const problems = [...wrong].toReversed();
    throw new ConfigError(
      problems.map(([name, message]) => `${name}: ${shown(name, given[name])} is not usable; ${message}`),
    );
  }
  const env = parsed.data;
  const problems: string[] = [];
  const publicUrl = publicUrlOf(env, problems);
  const payment = paymentConfig(env, problems);
  const social = socialConfig(env, problems);
  const messages = messagesConfig(env, payment, problems);
  const files = filesConfig(env, problems);
  const sealing = letterKey(env, problems);
  const push = pushConfig(env, problems);
  checkFirstAdmin(env, problems);
  const tracing = tracingConfig(env, problems);
  if (env.NODE_ENV === 'production' && env.DATA_KEYS === undefined) {
    problems.push(
      'DATA_KEYS: missing; accepted: id:base64 of 32 bytes, which encrypts the texts and files of customers',
    );
  }
  if (env.DATABASE_MIGRATION_URL && !env.DATABASE_URL) {
    problems.push('DATABASE_MIGRATION_URL: the value is not usable; accepted: only beside DATABASE_URL');
  }
  if (problems.length > 0) throw new ConfigError(problems);

  return Object.freeze({
    mode: env.NODE_ENV,
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    databaseUrl: env.DATABASE_URL,
    databaseMigrationUrl: env.DATABASE_MIGRATION_URL,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    dataDir: resolve(env.DATA_DIR),
    dataKeys: env.DATA_KEYS,
    backupKey: env.BACKUP_KEY,
    clamdUrl: env.CLAMD_URL,
    adminUserId: env.ADMIN_USER_ID,
    adminPassword: env.ADMIN_PASSWORD,
    leakedPasswordsUrl: env.PWNED_PASSWORDS_URL?.replace(/\/+$/, ''),
    payment,
    social,
    mail: mailConfig(env, publicUrl),
    messages,
    siteTags: siteTags(env),
    trustedProxies: env.TRUST_PROXY,
    adminNetworks: env.ADMIN_NETWORKS,
    webhookNetworks: env.BOOTPAY_WEBHOOK_CIDRS,
    fourEyesWon: env.FOUR_EYES_WON,
    deskHours: env.SERVICE_DESK_HOURS,
    requireSecondFactor: env.REQUIRE_SECOND_FACTOR ?? env.NODE_ENV === 'production',
    seedSample: env.SEED_SAMPLE ?? env.NODE_ENV !== 'production',
    pages: env.PAGES,
    apiDocs: env.NODE_ENV === 'development',
    metricsTokens: env.METRICS_TOKEN,
    tracing,
    logLevel: env.LOG_LEVEL,
    serving: servingConfig(env),
    limits: limitsConfig(env),
    files,
    letterKey: sealing,
    push,
  });
}

/**
 * Checks the password of the first administrator against the list of common passwords, which is
 * loaded only where a password is set.
 * @throws ConfigError when the password is among the first that an attacker would try
 */
export async function checkAdminPassword({ adminUserId, adminPassword }: Config): Promise<void> {
  if (adminPassword === undefined) return;
  const isGuessed =
    adminPassword.toLowerCase() === adminUserId.toLowerCase() || (await isCommonPassword(adminPassword));
  if (isGuessed) {
    throw new ConfigError([
      'ADMIN_PASSWORD: the value is not usable; accepted: no common password, and not the login id; unset makes a random one',
    ]);
  }
}

/**
 * Makes the folder that holds the embedded database and the generated key. Throws a `ConfigError` when
 * it cannot be made or written.
 */
export async function prepareDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new ConfigError([
      `DATA_DIR: ${dataDir} cannot be written (${code}); accepted: a folder that this account can write`,
    ]);
  }
}

/** Returns whether browsers reach the shop by https. */
export function isOverHttps({ publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  return publicUrl.startsWith('https:');
}

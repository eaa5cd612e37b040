import { resolve } from 'node:path';
import { z } from 'zod';
import { parseDataKeys } from '#server/lib/keys/key-ring.ts';
import { isHeaderList, parseHeaderList, type TracingConfig } from '#server/lib/tracing/tracing-settings.ts';
import { DEFAULT_DESK_HOURS, type DeskHours, parseDeskHours } from '#shared/rules/business-days.ts';
import { NOTICE_KINDS, type NoticeKind } from '#shared/rules/notices/notices.ts';
import { isCommonPassword } from './lib/common-passwords.ts';
import { isNetwork } from './lib/networks.ts';

/** Thrown when the environment is not usable; the message has one line per problem. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
  }
}

const flag = z
  .enum(['0', '1'], { error: 'accepted: 0 or 1' })
  .transform((value) => value === '1')
  .optional();

const positive = z.coerce
  .number({ error: 'accepted: a whole number' })
  .int('accepted: a whole number')
  .min(0, 'accepted: 0 or more');
const url = (protocol: RegExp, accepted: string) => z.url({ protocol, error: `accepted: ${accepted}` }).optional();

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * An address at a provider of logins: what goes there is secret, so plain http is for this machine
 * alone.
 */
const providerUrl = (standard: string) =>
  z
    .url({ protocol: /^https?$/, error: 'accepted: an https address' })
    .refine(
      (value) => !URL.canParse(value) || value.startsWith('https:') || LOOPBACK.test(new URL(value).hostname),
      'accepted: an https address; http only on loopback',
    )
    .default(standard);

const networks = z
  .string()
  .optional()
  .transform((value) =>
    (value ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .refine(
    (parts) => parts.every(isNetwork),
    'accepted: addresses or CIDR networks, separated by commas, as in 10.0.0.0/8,::1',
  );

const mailFrom = z
  .string()
  .transform((value) => /^(?:([^<>"\p{Cc}]+?) ?<)?([^\s<>@,;:"\p{Cc}]+@[^\s<>@,;:"\p{Cc}]+)(>)?$/u.exec(value.trim()))
  .refine((parts) => parts !== null && (parts[1] === undefined) === (parts[3] === undefined), {
    error: 'accepted: an address, or a name with it as in Name <no-reply@shop.example>',
  })
  .transform((parts) => ({ name: parts?.[1], address: parts?.[2] ?? '' }))
  .optional();

/** Template codes by kind of notice, as in `paid:CODE1,refunded:CODE2`. */
const alimtalkTemplates = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .filter((entry) => entry.trim() !== '')
      .map((entry) => entry.split(':').map((part) => part.trim())),
  )
  .refine(
    (entries) => entries.every(([kind, code, ...rest]) => noticeKindOf(kind) && code && rest.length === 0),
    `accepted: kind:code pairs separated by commas; kinds: ${NOTICE_KINDS.join(', ')}`,
  )
  .transform((entries) => {
    const templates: Partial<Record<NoticeKind, string>> = {};
    for (const [name, code] of entries) {
      const kind = noticeKindOf(name);
      if (kind && code) templates[kind] = code;
    }
    return templates;
  });

function noticeKindOf(name: string | undefined): NoticeKind | undefined {
  return NOTICE_KINDS.find((kind) => kind === name);
}

/** What a search engine gave to prove whose site this is; it stands in the pages as it is. */
const verification = z
  .string()
  .regex(/^[\w=-]{8,100}$/, 'accepted: the content of the tag, without the tag')
  .optional();

const deskHours = z
  .string()
  .default('09:00-18:00')
  .transform((value) => parseDeskHours(value.trim()))
  .refine((hours) => hours !== undefined, 'accepted: opening and closing time in Korea, as in 09:00-18:00')
  .transform((hours) => hours ?? DEFAULT_DESK_HOURS);

const headerList = z
  .string()
  .refine(isHeaderList, 'accepted: name=value, several separated by commas, values percent-encoded')
  .transform(parseHeaderList)
  .optional();

const environment = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'], { error: 'accepted: development, production or test' })
    .default('development'),
  PORT: positive.max(65_535, 'accepted: 0 to 65535').default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: url(/^https?$/, 'an http or https address'),
  DATABASE_URL: url(/^postgres(ql)?$/, 'postgres://user:password@host:port/database'),
  DATABASE_REPLICA_URL: url(/^postgres(ql)?$/, 'postgres://user:password@host:port/database'),
  // Two: the start holds one connection for its lock while the jobs' own tables are made by
  // another.
  DATABASE_POOL_SIZE: positive.min(2, 'accepted: 2 or more').default(10),
  DATA_DIR: z.string().default('./data'),
  DATA_KEYS: z
    .string()
    .refine(
      (value) => parseDataKeys(value) !== undefined,
      'accepted: id:base64 of 32 bytes, several separated by commas, each id once',
    )
    .optional(),
  CLAMD_URL: z
    .string()
    .regex(/^(tcp:\/\/[^\s/?#]+:\d{1,5}|unix:\/\S+)$/, 'accepted: tcp://host:port or unix:/path/to/socket')
    .optional(),
  ADMIN_USER_ID: z
    .string()
    .regex(/^[A-Za-z0-9_.-]{4,20}$/, 'accepted: 4 to 20 of letters, digits, _ . -')
    .default('admin'),
  ADMIN_PASSWORD: z
    .string()
    .min(6, 'accepted: 6 to 128 characters')
    .max(128, 'accepted: 6 to 128 characters')
    .optional(),
  BOOTPAY_CLIENT_KEY: z.string().optional(),
  BOOTPAY_SECRET_KEY: z.string().optional(),
  BOOTPAY_APPLICATION_ID: z.string().optional(),
  BOOTPAY_PRIVATE_KEY: z.string().optional(),
  BOOTPAY_API_URL: url(/^https?$/, 'an http or https address with its version, as in https://…/v2'),
  BOOTPAY_WEBHOOK_CIDRS: networks,
  BOOTPAY_TEST_MODE: flag,
  PAYMENT_SANDBOX: flag,
  KAKAO_CLIENT_ID: z.string().optional(),
  KAKAO_CLIENT_SECRET: z.string().optional(),
  KAKAO_ISSUER: providerUrl('https://kauth.kakao.com'),
  KAKAO_SCOPE: z.string().default('openid profile_nickname account_email'),
  NAVER_CLIENT_ID: z.string().optional(),
  NAVER_CLIENT_SECRET: z.string().optional(),
  NAVER_AUTH_URL: providerUrl('https://nid.naver.com/oauth2.0/authorize'),
  NAVER_TOKEN_URL: providerUrl('https://nid.naver.com/oauth2.0/token'),
  NAVER_PROFILE_URL: providerUrl('https://openapi.naver.com/v1/nid/me'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: providerUrl('https://accounts.google.com'),
  GA_MEASUREMENT_ID: z
    .string()
    .regex(/^G-[A-Z0-9]{4,20}$/, 'accepted: G- with capital letters and digits')
    .optional(),
  NAVER_SITE_VERIFICATION: verification,
  GOOGLE_SITE_VERIFICATION: verification,
  SMTP_URL: url(/^smtps?$/, 'smtp://user:password@host:port, or smtps://'),
  MAIL_FROM: mailFrom,
  BOOTPAY_ALIMTALK_SENDER_KEY: z.string().optional(),
  BOOTPAY_ALIMTALK_WEBHOOK_SECRET: z.string().optional(),
  BOOTPAY_COMMERCE_URL: url(/^https?$/, 'an http or https address with its version, as in https://…/v1'),
  ALIMTALK_TEMPLATES: alimtalkTemplates,
  SOLAPI_API_KEY: z.string().optional(),
  SOLAPI_API_SECRET: z.string().optional(),
  SOLAPI_SENDER: z
    .string()
    .transform((value) => value.replaceAll('-', ''))
    .refine((digits) => /^\d{8,12}$/.test(digits), 'accepted: the registered sender number, as in 02-000-0000')
    .optional(),
  SOLAPI_API_URL: providerUrl('https://api.solapi.com'),
  SOLAPI_WEBHOOK_SECRET: z.string().optional(),
  SMS_HOURLY_LIMIT: positive.min(1, 'accepted: 1 or more').default(200),
  TRUST_PROXY: networks,
  SERVICE_DESK_HOURS: deskHours,
  SEED_SAMPLE: flag,
  REQUIRE_SECOND_FACTOR: flag,
  PAGES: z.enum(['built', 'source', 'none'], { error: 'accepted: built, source or none' }).default('built'),
  METRICS_TOKEN: z
    .string()
    .regex(/^\S{16,200}$/, 'accepted: 16 to 200 characters without spaces')
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(/^https?$/, 'an http or https address'),
  OTEL_EXPORTER_OTLP_HEADERS: headerList,
  OTEL_SERVICE_NAME: z.string().default('shop'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: 'accepted: 0 to 1' })
    .min(0, 'accepted: 0 to 1')
    .max(1, 'accepted: 0 to 1')
    .default(1),
  API_DOCS: flag,
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
      error: 'accepted: fatal, error, warn, info, debug or silent',
    })
    .default('info'),
  LIMIT_LOGIN_FAILURES: positive.default(10),
  LIMIT_LOGIN_FAILURES_WIDE: positive.default(100),
  LIMIT_CHECK_USERID_PER_MINUTE: positive.default(60),
  LIMIT_REGISTER_PER_HOUR: positive.default(60),
  LIMIT_RECOVERY_PER_ADDRESS: positive.default(10),
  LIMIT_RECOVERY_PER_EMAIL: positive.default(5),
  LIMIT_RECOVERY_PER_EMAIL_WIDE: positive.default(50),
  LIMIT_UNVERIFIED_MAILS_PER_DAY: positive.default(3),
  LIMIT_ORDERS_PER_MINUTE: positive.default(30),
  LIMIT_PAYMENT_CALLS_PER_MINUTE: positive.default(20),
  LIMIT_SOCIAL_PER_MINUTE: positive.default(60),
  LIMIT_MESSAGES_PER_MINUTE: positive.default(30),
  LIMIT_CONVERSATIONS_PER_HOUR: positive.default(20),
  LIMIT_FILES_PER_HOUR: positive.default(60),
  LIMIT_FILE_MIB: positive.default(1024),
  LIMIT_STREAMS_PER_USER: positive.default(3),
  LIMIT_STREAMS: positive.default(2000),
  LIMIT_STAFF_SEARCHES_PER_MINUTE: positive.default(120),
  LIMIT_STAFF_EXPORTS: positive.default(20),
});

/** Every variable that the server reads. */
export const VARIABLES: readonly string[] = Object.keys(environment.shape);

/** Credentials of the provider; `sandbox` means that the built-in stand-in plays it. */
export type PaymentConfig = {
  sandbox: boolean;
  /** Payments of the provider's test environment count: no money moves with them. */
  acceptsTestPayments: boolean;
  credentials:
    | { kind: 'keys'; clientKey: string; secretKey: string }
    | { kind: 'application'; applicationId: string; privateKey: string };
  /** REST API with its version; undefined is the provider's own, or this server's sandbox. */
  apiUrl: string | undefined;
};

type ClientSettings = { clientId: string; clientSecret: string };
export type OpenIdSettings = ClientSettings & { issuer: string; scope: string };
export type NaverSettings = ClientSettings & { authUrl: string; tokenUrl: string; profileUrl: string };

/** Who vouches for people; undefined where it is not configured. */
export type SocialConfig = {
  kakao: OpenIdSettings | undefined;
  naver: NaverSettings | undefined;
  google: OpenIdSettings | undefined;
};

/** Where mails go out; without an address of a mail server they wait. */
export type MailConfig = { smtpUrl: string | undefined; from: { name: string | undefined; address: string } };

/** 알림톡 at the payment provider (contract §7). */
export type AlimtalkConfig = {
  clientKey: string;
  secretKey: string;
  senderKey: string;
  /** Codes of the approved templates; a kind without one goes by SMS or mail. */
  templates: Readonly<Partial<Record<NoticeKind, string>>>;
  /** Undefined: the provider's own. */
  apiUrl: string | undefined;
  /** Undefined: reports are refused, and states are read by asking. */
  webhookSecret: string | undefined;
};

/** SMS at Solapi. */
export type SmsConfig = {
  apiKey: string;
  apiSecret: string;
  /** Digits only. */
  sender: string;
  apiUrl: string;
  webhookSecret: string;
};

/** Messages to phones; a channel that is not set up is undefined. */
export type MessagesConfig = {
  alimtalk: AlimtalkConfig | undefined;
  sms: SmsConfig | undefined;
  /** SMS of the whole shop, codes included. */
  smsPerHour: number;
};

/** What every page says in its head about this installation. */
export type SiteTags = {
  /** Google Analytics; undefined: nothing is loaded from outside. */
  measurementId: string | undefined;
  naverVerification: string | undefined;
  googleVerification: string | undefined;
};

export type Config = {
  mode: 'development' | 'production' | 'test';
  port: number;
  host: string;
  /** Without a slash at the end. */
  publicUrl: string;
  /** Undefined: an embedded PostgreSQL under `dataDir`. */
  databaseUrl: string | undefined;
  /**
   * A copy that lists and statistics of staff are read from; undefined: from the database itself.
   */
  databaseReplicaUrl: string | undefined;
  databasePoolSize: number;
  /** Absolute. */
  dataDir: string;
  /** Keys of stored texts and files; undefined: one under `dataDir`, in production none. */
  dataKeys: string | undefined;
  /** A malware scanner for attachments; undefined: none are scanned. */
  clamdUrl: string | undefined;
  adminUserId: string;
  adminPassword: string | undefined;
  payment: PaymentConfig;
  social: SocialConfig;
  mail: MailConfig;
  messages: MessagesConfig;
  siteTags: SiteTags;
  trustedProxies: readonly string[];
  /** Where webhooks of the payment provider may come from; empty: anywhere. */
  webhookNetworks: readonly string[];
  /** When the firm answers on business days: promises and quiet times go by it. */
  deskHours: DeskHours;
  seedSample: boolean;
  /** Administrators without a second factor may do nothing but enrol one. */
  requireSecondFactor: boolean;
  /** Pages from their build, from their sources with hot reload, or none: the API alone. */
  pages: 'built' | 'source' | 'none';
  /** Whether `/api/docs` shows the reference of the API. */
  apiDocs: boolean;
  /** What Prometheus shows to read the metrics; undefined: there are none. */
  metricsToken: string | undefined;
  /** Undefined: nothing is traced. */
  tracing: TracingConfig | undefined;
  logLevel: string;
  /** How often something may be done; 0 switches a limit off (contract §3). */
  limits: {
    /** Failed logins in 15 minutes per account and address together. */
    loginFailures: number;
    /** Failed logins in 15 minutes per address, and per account. */
    loginFailuresWide: number;
    checkUserIdPerMinute: number;
    registerPerHour: number;
    /** Mails for a new password in 15 minutes per address, and as many for a login id. */
    recoveryPerAddress: number;
    /** The same per e-mail address that is asked for. */
    recoveryPerEmail: number;
    /**
     * The same from all client addresses together; browsers known to the account are not counted.
     */
    recoveryPerEmailWide: number;
    /** Mails to an unverified e-mail address. */
    unverifiedMailsPerDay: number;
    ordersPerMinute: number;
    /** Confirmations of a payment per user, and as many cancellations of an order. */
    paymentCallsPerMinute: number;
    /** Ways to a provider begun, per address. */
    socialPerMinute: number;
    /** Messages per customer. */
    messagesPerMinute: number;
    /** Conversations that a customer opens. */
    conversationsPerHour: number;
    /** Files that a customer uploads. */
    filesPerHour: number;
    /** MiB of files that are stored for a customer. */
    fileMib: number;
    /** Event streams of one user, and of this process. */
    streamsPerUser: number;
    streams: number;
    /** Searched lists and statistics together, per administrator. */
    staffSearchesPerMinute: number;
    /** Exports in 10 minutes, per administrator. */
    staffExports: number;
  };
};

type Environment = z.output<typeof environment>;

function paymentConfig(env: Environment, problems: string[]): PaymentConfig {
  const pairs = [
    ['BOOTPAY_CLIENT_KEY', env.BOOTPAY_CLIENT_KEY, 'BOOTPAY_SECRET_KEY', env.BOOTPAY_SECRET_KEY],
    ['BOOTPAY_APPLICATION_ID', env.BOOTPAY_APPLICATION_ID, 'BOOTPAY_PRIVATE_KEY', env.BOOTPAY_PRIVATE_KEY],
  ] as const;
  for (const [firstName, first, secondName, second] of pairs) {
    if (first && !second) problems.push(`${secondName}: missing; accepted: the secret that belongs to ${firstName}`);
    if (second && !first) problems.push(`${firstName}: missing; accepted: the key that belongs to ${secondName}`);
  }
  const apiUrl = env.BOOTPAY_API_URL?.replace(/\/+$/, '');
  if (env.BOOTPAY_TEST_MODE && env.NODE_ENV === 'production') {
    problems.push('BOOTPAY_TEST_MODE: "1" is not usable in production; accepted: 0, test payments move no money');
  }
  const acceptsTestPayments = env.BOOTPAY_TEST_MODE ?? false;
  if (env.BOOTPAY_CLIENT_KEY && env.BOOTPAY_SECRET_KEY) {
    const credentials = { kind: 'keys', clientKey: env.BOOTPAY_CLIENT_KEY, secretKey: env.BOOTPAY_SECRET_KEY } as const;
    return { sandbox: false, acceptsTestPayments, credentials, apiUrl };
  }
  if (env.BOOTPAY_APPLICATION_ID && env.BOOTPAY_PRIVATE_KEY) {
    const credentials = {
      kind: 'application',
      applicationId: env.BOOTPAY_APPLICATION_ID,
      privateKey: env.BOOTPAY_PRIVATE_KEY,
    } as const;
    return { sandbox: false, acceptsTestPayments, credentials, apiUrl };
  }
  if (env.NODE_ENV === 'production' && !env.PAYMENT_SANDBOX) {
    problems.push(
      'BOOTPAY_CLIENT_KEY: missing; accepted: the keys of the payment provider, or PAYMENT_SANDBOX=1 for test payments that move no money',
    );
  }
  return {
    sandbox: true,
    acceptsTestPayments: true,
    credentials: { kind: 'keys', clientKey: 'sandbox-client', secretKey: 'sandbox-secret' },
    apiUrl,
  };
}

/** The id and the secret of one provider: both or neither. */
function socialClient(
  name: string,
  clientId: string | undefined,
  clientSecret: string | undefined,
  problems: string[],
) {
  if (clientId && clientSecret) return { clientId, clientSecret };
  if (clientId) problems.push(`${name}_CLIENT_SECRET: missing; accepted: the secret that belongs to ${name}_CLIENT_ID`);
  if (clientSecret) problems.push(`${name}_CLIENT_ID: missing; accepted: the id that belongs to ${name}_CLIENT_SECRET`);
  return undefined;
}

function socialConfig(env: Environment, problems: string[]): SocialConfig {
  const kakao = socialClient('KAKAO', env.KAKAO_CLIENT_ID, env.KAKAO_CLIENT_SECRET, problems);
  const naver = socialClient('NAVER', env.NAVER_CLIENT_ID, env.NAVER_CLIENT_SECRET, problems);
  const google = socialClient('GOOGLE', env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET, problems);
  return {
    kakao: kakao && { ...kakao, issuer: env.KAKAO_ISSUER, scope: env.KAKAO_SCOPE },
    naver: naver && {
      ...naver,
      authUrl: env.NAVER_AUTH_URL,
      tokenUrl: env.NAVER_TOKEN_URL,
      profileUrl: env.NAVER_PROFILE_URL,
    },
    google: google && { ...google, issuer: env.GOOGLE_ISSUER, scope: 'openid email profile' },
  };
}

function alimtalkConfig(env: Environment, payment: PaymentConfig, problems: string[]): AlimtalkConfig | undefined {
  if (!env.BOOTPAY_ALIMTALK_SENDER_KEY) return undefined;
  if (payment.sandbox || payment.credentials.kind !== 'keys') {
    problems.push('BOOTPAY_ALIMTALK_SENDER_KEY: not usable without BOOTPAY_CLIENT_KEY and BOOTPAY_SECRET_KEY');
    return undefined;
  }
  const { clientKey, secretKey } = payment.credentials;
  return {
    clientKey,
    secretKey,
    senderKey: env.BOOTPAY_ALIMTALK_SENDER_KEY,
    templates: env.ALIMTALK_TEMPLATES,
    apiUrl: env.BOOTPAY_COMMERCE_URL?.replace(/\/+$/, ''),
    webhookSecret: env.BOOTPAY_ALIMTALK_WEBHOOK_SECRET,
  };
}

function smsConfig(env: Environment, problems: string[]): SmsConfig | undefined {
  const { SOLAPI_API_KEY: apiKey, SOLAPI_API_SECRET: apiSecret, SOLAPI_SENDER: sender } = env;
  if (apiKey && apiSecret && sender) {
    const apiUrl = env.SOLAPI_API_URL.replace(/\/+$/, '');
    return { apiKey, apiSecret, sender, apiUrl, webhookSecret: env.SOLAPI_WEBHOOK_SECRET ?? apiSecret };
  }
  if (apiKey || apiSecret || sender) {
    const missing = [
      ['SOLAPI_API_KEY', apiKey],
      ['SOLAPI_API_SECRET', apiSecret],
      ['SOLAPI_SENDER', sender],
    ].filter(([, value]) => !value);
    for (const [name] of missing) problems.push(`${name}: missing; accepted: all three of Solapi's settings, or none`);
  }
  return undefined;
}

function tracingConfig(env: Environment): TracingConfig | undefined {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return undefined;
  return {
    endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, ''),
    headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    serviceName: env.OTEL_SERVICE_NAME,
    sampledRatio: env.OTEL_TRACES_SAMPLER_ARG,
  };
}

/**
 * A value as a message may show it: never a secret, and a database's address holds its password.
 */
function shown(name: string, value: string | undefined): string {
  return /PASSWORD|SECRET|PRIVATE|TOKEN|SENDER_KEY|API_KEY|HEADERS|DATA_KEYS|DATABASE_URL|DATABASE_REPLICA_URL|SMTP_URL/.test(
    name,
  )
    ? 'the value'
    : `"${value ?? ''}"`;
}

/**
 * Reads the configuration from the environment (contract §4). An empty variable counts as unset.
 * @throws ConfigError naming every variable that is wrong, what is wrong and what is accepted.
 */
export function loadConfig(source: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => {
        const name = String(issue.path[0]);
        return `${name}: ${shown(name, given[name])} is not usable; ${issue.message}`;
      }),
    );
  }
  const env = parsed.data;
  const problems: string[] = [];
  const payment = paymentConfig(env, problems);
  const social = socialConfig(env, problems);
  const messages = {
    alimtalk: alimtalkConfig(env, payment, problems),
    sms: smsConfig(env, problems),
    smsPerHour: env.SMS_HOURLY_LIMIT,
  };
  if (problems.length > 0) throw new ConfigError(problems);

  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '');
  return Object.freeze({
    mode: env.NODE_ENV,
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    databaseUrl: env.DATABASE_URL,
    databaseReplicaUrl: env.DATABASE_REPLICA_URL,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    dataDir: resolve(env.DATA_DIR),
    dataKeys: env.DATA_KEYS,
    clamdUrl: env.CLAMD_URL,
    adminUserId: env.ADMIN_USER_ID,
    adminPassword: env.ADMIN_PASSWORD,
    payment,
    social,
    mail: {
      smtpUrl: env.SMTP_URL,
      from: env.MAIL_FROM ?? { name: undefined, address: `no-reply@${new URL(publicUrl).hostname}` },
    },
    messages,
    siteTags: {
      measurementId: env.GA_MEASUREMENT_ID,
      naverVerification: env.NAVER_SITE_VERIFICATION,
      googleVerification: env.GOOGLE_SITE_VERIFICATION,
    },
    trustedProxies: env.TRUST_PROXY,
    webhookNetworks: env.BOOTPAY_WEBHOOK_CIDRS,
    deskHours: env.SERVICE_DESK_HOURS,
    requireSecondFactor: env.REQUIRE_SECOND_FACTOR ?? false,
    seedSample: env.SEED_SAMPLE ?? env.NODE_ENV !== 'production',
    pages: env.PAGES,
    apiDocs: env.API_DOCS ?? env.NODE_ENV === 'development',
    metricsToken: env.METRICS_TOKEN,
    tracing: tracingConfig(env),
    logLevel: env.LOG_LEVEL,
    limits: {
      loginFailures: env.LIMIT_LOGIN_FAILURES,
      loginFailuresWide: env.LIMIT_LOGIN_FAILURES_WIDE,
      checkUserIdPerMinute: env.LIMIT_CHECK_USERID_PER_MINUTE,
      registerPerHour: env.LIMIT_REGISTER_PER_HOUR,
      recoveryPerAddress: env.LIMIT_RECOVERY_PER_ADDRESS,
      recoveryPerEmail: env.LIMIT_RECOVERY_PER_EMAIL,
      recoveryPerEmailWide: env.LIMIT_RECOVERY_PER_EMAIL_WIDE,
      unverifiedMailsPerDay: env.LIMIT_UNVERIFIED_MAILS_PER_DAY,
      ordersPerMinute: env.LIMIT_ORDERS_PER_MINUTE,
      paymentCallsPerMinute: env.LIMIT_PAYMENT_CALLS_PER_MINUTE,
      socialPerMinute: env.LIMIT_SOCIAL_PER_MINUTE,
      messagesPerMinute: env.LIMIT_MESSAGES_PER_MINUTE,
      conversationsPerHour: env.LIMIT_CONVERSATIONS_PER_HOUR,
      filesPerHour: env.LIMIT_FILES_PER_HOUR,
      fileMib: env.LIMIT_FILE_MIB,
      streamsPerUser: env.LIMIT_STREAMS_PER_USER,
      streams: env.LIMIT_STREAMS,
      staffSearchesPerMinute: env.LIMIT_STAFF_SEARCHES_PER_MINUTE,
      staffExports: env.LIMIT_STAFF_EXPORTS,
    },
  });
}

/**
 * What cannot be seen of the environment at once: the list of common passwords is loaded only where
 * one is given.
 * @throws ConfigError when the administrator's password is among the first that anybody would try
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

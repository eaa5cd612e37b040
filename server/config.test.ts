import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, checkAdminPassword, loadConfig, prepareDataDir, VARIABLES } from './config.ts';

describe('docs/configuration.md', () => {
  const page = readFileSync(new URL('../docs/configuration.md', import.meta.url), 'utf8');
  /**
   * Each list item starts with its names and their defaults, as in "- `PORT`, `HOST` (3000,
   * 127.0.0.1): …".
   */
  const documented = page
    .slice(0, page.indexOf('## Tools'))
    .split('\n- ')
    .slice(1)
    .flatMap((item) => item.split(' (')[0]?.match(/[A-Z][A-Z0-9_]+/g) ?? []);

  it('explains every variable that the server reads, and no other', () => {
    expect(documented.toSorted()).toEqual(VARIABLES.toSorted());
  });
});

const KEYS = { DATA_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}` };
const VAPID = {
  VAPID_PUBLIC_KEY: 'BHCyfaosemtbPOXHQ-iI_TQ8Wujo9qgwQMoFAZP5zT9sDIn5Bq8OTH30uVqSPlEbsbESEbuKVR5qjidFLaUyiJI',
  VAPID_PRIVATE_KEY: 'J_ksnhri_0zQiVgOeRyH2EUb-iP_dZahZbLXuvnu0hM',
};
const PRODUCTION = { ...KEYS, NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example', PAYMENT_SANDBOX: '1' };

describe('loadConfig', () => {
  it.each(['http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:3000', 'https://shop.example'])(
    'takes %s as the address in production',
    (url) => {
      expect(loadConfig({ ...PRODUCTION, PUBLIC_URL: url }).publicUrl).toBe(url);
    },
  );

  it('needs nothing and then plays with the sandbox, the embedded database and the sample catalogue', () => {
    const config = loadConfig({});
    expect(config).toMatchObject({
      mode: 'development',
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      databaseUrl: undefined,
      seedSample: true,
      payment: { sandbox: true },
    });
  });

  it('leaves the sample catalogue out in production', () => {
    expect(loadConfig(PRODUCTION).seedSample).toBe(false);
    expect(loadConfig({ ...PRODUCTION, SEED_SAMPLE: '1' }).seedSample).toBe(true);
  });

  it('requires a second factor of administrators in production', () => {
    expect(loadConfig({}).requireSecondFactor).toBe(false);
    expect(loadConfig({ REQUIRE_SECOND_FACTOR: '1' }).requireSecondFactor).toBe(true);
    expect(loadConfig(PRODUCTION).requireSecondFactor).toBe(true);
    expect(loadConfig({ ...PRODUCTION, REQUIRE_SECOND_FACTOR: '0' }).requireSecondFactor).toBe(false);
  });

  it('requires a second administrator for refunds only with FOUR_EYES_WON', () => {
    expect(loadConfig(PRODUCTION).fourEyesWon).toBeUndefined();
    expect(loadConfig({ FOUR_EYES_WON: '300000' }).fourEyesWon).toBe(300_000);
  });

  it('takes the newer pair of keys when both are given', () => {
    const config = loadConfig({
      BOOTPAY_CLIENT_KEY: 'client',
      BOOTPAY_SECRET_KEY: 'secret',
      BOOTPAY_APPLICATION_ID: 'application',
      BOOTPAY_PRIVATE_KEY: 'private',
    });
    expect(config.payment).toMatchObject({ sandbox: false, credentials: { kind: 'keys', clientKey: 'client' } });
  });

  it('offers each provider of logins once it is configured, plain http for this machine alone', () => {
    expect(loadConfig({}).social).toEqual({ kakao: undefined, naver: undefined, google: undefined });
    const { social } = loadConfig({
      GOOGLE_CLIENT_ID: 'google',
      GOOGLE_CLIENT_SECRET: 'secret',
      GOOGLE_ISSUER: 'http://127.0.0.1:4000',
    });
    expect(social).toMatchObject({ kakao: undefined, google: { clientId: 'google', issuer: 'http://127.0.0.1:4000' } });
  });

  it.each([
    [{}, { smtpUrl: undefined, from: { address: 'no-reply@localhost' } }],
    [{ PUBLIC_URL: 'https://shop.example:8443' }, { from: { address: 'no-reply@shop.example' } }],
    [{ MAIL_FROM: 'mail@shop.example' }, { from: { name: undefined, address: 'mail@shop.example' } }],
    [{ MAIL_FROM: '지원 센터 <mail@shop.example>' }, { from: { name: '지원 센터', address: 'mail@shop.example' } }],
    [{ SMTP_URL: 'smtps://user:secret@mail.example:465' }, { smtpUrl: 'smtps://user:secret@mail.example:465' }],
  ])('sends mail as %j says', (env, expected) => {
    expect(loadConfig(env).mail).toMatchObject(expected);
  });

  it.each([
    [{ PORT: 'http' }, 'PORT'],
    [{ PORT: '70000' }, 'PORT'],
    [{ PUBLIC_URL: 'shop.example' }, 'PUBLIC_URL'],
    [{ DATABASE_URL: 'mysql://localhost/shop' }, 'DATABASE_URL'],
    [{ NODE_ENV: 'live' }, 'NODE_ENV'],
    [{ SEED_SAMPLE: 'yes' }, 'SEED_SAMPLE'],
    [{ TRUST_PROXY: 'everyone' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY'],
    [{ BOOTPAY_WEBHOOK_CIDRS: '223.130.82.0/24,300.1.1.1' }, 'BOOTPAY_WEBHOOK_CIDRS'],
    [{ BOOTPAY_WEBHOOK_CIDRS: '::1/129' }, 'BOOTPAY_WEBHOOK_CIDRS'],
    [{ FOUR_EYES_WON: '-1' }, 'FOUR_EYES_WON'],
    [{ REQUEST_DEADLINE_MS: '-1' }, 'REQUEST_DEADLINE_MS'],
    [{ SMS_HOURLY_LIMIT: '-1' }, 'SMS_HOURLY_LIMIT'],
    [{ DATABASE_POOL_SIZE: '-1' }, 'DATABASE_POOL_SIZE'],
    [{ ADMIN_NETWORKS: '10.0.0.0/33' }, 'ADMIN_NETWORKS'],
    [{ PWNED_PASSWORDS_URL: 'http://leaks.example/range' }, 'PWNED_PASSWORDS_URL'],
    [{ FOUR_EYES_WON: '30만' }, 'FOUR_EYES_WON'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN'],
    [{ METRICS_TOKEN: 'a-token-of-the-tests,short' }, 'METRICS_TOKEN'],
    [{ BACKUP_KEY: 'secret' }, 'BACKUP_KEY'],
    [{ BACKUP_KEY: 'age1qyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqs3290gq' }, 'BACKUP_KEY'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'api-key' }, 'OTEL_EXPORTER_OTLP_HEADERS'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%0ab' }, 'OTEL_EXPORTER_OTLP_HEADERS'],
    [{ SMTP_URL: 'https://mail.example' }, 'SMTP_URL'],
    [{ SMTP_URL: 'mail.example:25' }, 'SMTP_URL'],
    [{ MAIL_FROM: 'no-address' }, 'MAIL_FROM'],
    [{ MAIL_FROM: '센터 a@shop.example' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'a@shop.example>' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'a@shop.example, b@shop.example' }, 'MAIL_FROM'],
    [{ MAIL_FROM: '센터\tBcc: x@y.example <a@shop.example>' }, 'MAIL_FROM'],
    [{ GA_MEASUREMENT_ID: 'UA-1"><script>' }, 'GA_MEASUREMENT_ID'],
    [{ NAVER_SITE_VERIFICATION: '<meta content="x">' }, 'NAVER_SITE_VERIFICATION'],
    [{ ADMIN_PASSWORD: 'eleven char' }, 'ADMIN_PASSWORD'],
    [{ DATA_KEYS: 'one:c2hvcnQ=' }, 'DATA_KEYS'],
    [{ CLAMD_URL: 'http://127.0.0.1:3310' }, 'CLAMD_URL'],
    [{ LETTER_KEY: 'no file' }, 'LETTER_KEY'],
    [{ LETTER_TSA_URL: 'https://stamp.example' }, 'LETTER_TSA_URL'],
    [{ VAPID_PUBLIC_KEY: VAPID.VAPID_PUBLIC_KEY }, 'VAPID_PRIVATE_KEY'],
    [{ VAPID_PRIVATE_KEY: VAPID.VAPID_PRIVATE_KEY }, 'VAPID_PUBLIC_KEY'],
    [{ ...VAPID, VAPID_PRIVATE_KEY: 'short' }, 'VAPID_PRIVATE_KEY'],
    [{ ...VAPID, VAPID_PRIVATE_KEY: 'A'.repeat(43) }, 'VAPID_PUBLIC_KEY'],
    [{ ...VAPID, VAPID_PUBLIC_KEY: 'short' }, 'VAPID_PUBLIC_KEY'],
    [{ FILES_URL: 'https://s3.example/bucket' }, 'FILES_URL'],
    [{ FILES_URL: 's3://bucket?endpoint=ftp://s3.example' }, 'FILES_URL'],
    [{ FILES_URL: 's3://bucket?endpoint=http://s3.example' }, 'FILES_URL'],
    [{ BOOTPAY_API_URL: 'http://api.bootpay.example/v2' }, 'BOOTPAY_API_URL'],
    [{ BOOTPAY_API_URL: 'http://127.0.0.1.bootpay.example/v2' }, 'BOOTPAY_API_URL'],
    [{ BOOTPAY_API_URL: 'http://127.0.0.1@bootpay.example/v2' }, 'BOOTPAY_API_URL'],
    [{ BOOTPAY_COMMERCE_URL: 'http://commerce.bootpay.example/v1' }, 'BOOTPAY_COMMERCE_URL'],
    [{ SOLAPI_API_URL: 'http://api.solapi.example' }, 'SOLAPI_API_URL'],
    [{ SMTP_URL: 'smtp://mail.example:25' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://user:secret@10.0.0.5:587' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://localhost.mail.example:25' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://mail.example:25?requireTLS=false' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://mail.example:25?requireTLS=true&ignoreTLS=true' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtps://mail.example?tls.rejectUnauthorized=false' }, 'SMTP_URL'],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example', OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a' },
      'OTEL_EXPORTER_OTLP_ENDPOINT',
    ],
    [{ FILES_URL: 's3://bucket/a b' }, 'FILES_URL'],
    [{ FILES_URL: 's3://bucket?path-style=1' }, 'FILES_URL'],
    [{ FILES_URL: 's3://bucket', S3_SECRET_ACCESS_KEY: 'secret' }, 'S3_ACCESS_KEY_ID'],
    [{ FILES_URL: 's3://bucket', S3_ACCESS_KEY_ID: 'key' }, 'S3_SECRET_ACCESS_KEY'],
    [{ BOOTPAY_CLIENT_KEY: 'client' }, 'BOOTPAY_SECRET_KEY'],
    [{ BOOTPAY_PRIVATE_KEY: 'private' }, 'BOOTPAY_APPLICATION_ID'],
    [{ ...PRODUCTION, PAYMENT_SANDBOX: '' }, 'BOOTPAY_CLIENT_KEY'],
    [{ ...PRODUCTION, DATA_KEYS: '' }, 'DATA_KEYS'],
    [{ ...KEYS, NODE_ENV: 'production', PAYMENT_SANDBOX: '1' }, 'PUBLIC_URL'],
    [{ ...PRODUCTION, PUBLIC_URL: '' }, 'PUBLIC_URL'],
    [{ ...PRODUCTION, PUBLIC_URL: 'http://shop.example' }, 'PUBLIC_URL'],
    [{ ...PRODUCTION, PUBLIC_URL: 'http://localhost.shop.example' }, 'PUBLIC_URL'],
    [{ ...PRODUCTION, PUBLIC_URL: 'http://127.0.0.1@shop.example' }, 'PUBLIC_URL'],
    [{ KAKAO_CLIENT_ID: 'kakao' }, 'KAKAO_CLIENT_SECRET'],
    [{ NAVER_CLIENT_SECRET: 'secret' }, 'NAVER_CLIENT_ID'],
    [{ GOOGLE_CLIENT_ID: 'google' }, 'GOOGLE_CLIENT_SECRET'],
    [{ KAKAO_ISSUER: 'http://kauth.kakao.com' }, 'KAKAO_ISSUER'],
    [{ NAVER_PROFILE_URL: 'http://localhost.evil.example/me' }, 'NAVER_PROFILE_URL'],
    [{ GOOGLE_ISSUER: 'accounts.google.com' }, 'GOOGLE_ISSUER'],
  ])('refuses %o and names %s, what is wrong and what is accepted, in one line', (env, name) => {
    expect(() => loadConfig(env)).toThrow(ConfigError);
    expect(() => loadConfig(env)).toThrow(new RegExp(`^${name}: [^\\n]*accepted: [^\\n]+$`));
  });

  it.each([
    { BOOTPAY_API_URL: 'http://127.0.0.1:4000/v2', BOOTPAY_COMMERCE_URL: 'http://localhost:4000/v1' },
    { SOLAPI_API_URL: 'http://[::1]:4000', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' },
    { SMTP_URL: 'smtp://127.0.0.1:1025' },
    { SMTP_URL: 'smtp://localhost:1025' },
    { SMTP_URL: 'smtp://[::1]:1025' },
    { SMTP_URL: 'smtp://user:secret@mail.example:587?requireTLS=true' },
    {
      FILES_URL: 's3://bucket?endpoint=http://127.0.0.1:9000',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    },
  ])('takes %j: no secret leaves this machine unencrypted', (env) => {
    expect(() => loadConfig(env)).not.toThrow();
  });

  it('takes the two keys of web push, or leaves them to the database', () => {
    expect(loadConfig({}).push).toBeUndefined();
    expect(loadConfig(VAPID).push).toEqual({
      publicKey: VAPID.VAPID_PUBLIC_KEY,
      privateKey: VAPID.VAPID_PRIVATE_KEY,
    });
  });

  it('traces nothing unless a collector is named', () => {
    expect(loadConfig({}).tracing).toBeUndefined();
    const endpoint = 'http://127.0.0.1:4318';
    const standard = { endpoint, headers: {} };
    expect(loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/` }).tracing).toEqual(standard);
    const headers = { OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%2Cb=,tenant=shop' };
    expect(loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...headers }).tracing?.headers).toEqual({
      'api-key': 'a,b=',
      tenant: 'shop',
    });
  });

  it('names every wrong variable at once', () => {
    expect(() => loadConfig({ PORT: 'x', NODE_ENV: 'x' })).toThrow(/PORT: .*\n?.*NODE_ENV: |NODE_ENV: .*\n?.*PORT: /s);
  });

  it('keeps secrets out of error messages', () => {
    expect(() => loadConfig({ DATA_KEYS: 'id:tiny' })).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('tiny') }),
    );
    expect(() => loadConfig({ ADMIN_PASSWORD: 'tiny' })).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('tiny') }),
    );
  });
});

describe('secrets from files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shop-secrets-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const token = 'a-token-of-the-tests';

  function fileWith(content: string): string {
    const file = join(folder, String(content.length));
    writeFileSync(file, content);
    return file;
  }

  it.each([token, `${token}\n`, `${token}\r\n`])('reads %j without its last line break', (content) => {
    expect(loadConfig({ METRICS_TOKEN_FILE: fileWith(content) }).metricsTokens).toEqual([token]);
  });

  it.each([
    ['both set', { METRICS_TOKEN: token, METRICS_TOKEN_FILE: fileWith(token) }],
    ['a missing file', { METRICS_TOKEN_FILE: join(folder, 'missing') }],
    ['an empty file', { METRICS_TOKEN_FILE: fileWith('') }],
  ])('refuses %s in one line that names the variable, not the value', (_name, env) => {
    expect(() => loadConfig(env)).toThrow(/^METRICS_TOKEN_FILE: [^\n]+; accepted: [^\n]+$/);
    expect(() => loadConfig(env)).not.toThrow(token);
  });

  it('checks a value from a file like any other, and does not show it', () => {
    const env = { DATA_KEYS_FILE: fileWith('id:tiny') };
    expect(() => loadConfig(env)).toThrow(/^DATA_KEYS: the value is not usable; accepted: /);
  });

  it.each(['DATABASE_URL', 'SMTP_URL', 'BACKUP_KEY', 'BOOTPAY_PRIVATE_KEY', 'ADMIN_PASSWORD'])(
    'knows %s as a secret',
    (name) => {
      expect(() => loadConfig({ [`${name}_FILE`]: join(folder, 'missing') })).toThrow(`${name}_FILE: `);
    },
  );
});

describe('prepareDataDir', () => {
  it('names the variable and the folder that cannot be made', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'shop-config-'));
    try {
      const path = join(folder, 'file', 'data');
      writeFileSync(join(folder, 'file'), '');
      await expect(prepareDataDir(path)).rejects.toThrow(
        new ConfigError([
          `DATA_DIR: ${path} cannot be written (ENOTDIR); accepted: a folder that this account can write`,
        ]),
      );
      await prepareDataDir(join(folder, 'new', 'data'));
      expect(existsSync(join(folder, 'new', 'data'))).toBe(true);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('checkAdminPassword', () => {
  const KEYS = { DATA_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}` };
  const PRODUCTION = { ...KEYS, NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example', PAYMENT_SANDBOX: '1' };

  it.each(['admin', 'Admin', ''])('refuses a chosen password for the login id "%s" in production', (id) => {
    const env = { ...PRODUCTION, ADMIN_USER_ID: id, ADMIN_PASSWORD: 'rain over nine hills' };
    expect(() => loadConfig(env)).toThrow(/^ADMIN_USER_ID: [^\n]+; accepted: [^\n]+$/);
  });

  it.each([{ ADMIN_PASSWORD: 'Qwerty123456' }, { ADMIN_USER_ID: 'head.office.1', ADMIN_PASSWORD: 'Head.Office.1' }])(
    'refuses %j in a line that names the variable, not the value',
    async (env) => {
      const refused = checkAdminPassword(loadConfig(env));
      await expect(refused).rejects.toThrow(ConfigError);
      await expect(refused).rejects.toThrow(/^ADMIN_PASSWORD: the value is not usable; accepted: [^\n]+$/);
    },
  );

  it.each([
    {},
    { ADMIN_PASSWORD: 'rain over nine hills' },
    { ...PRODUCTION, ADMIN_USER_ID: 'head.office', ADMIN_PASSWORD: 'rain over nine hills' },
    { ...PRODUCTION },
  ])('takes %j', async (env) => {
    await expect(checkAdminPassword(loadConfig(env))).resolves.toBeUndefined();
  });
});

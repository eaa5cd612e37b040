import { join } from 'node:path';
import { isMailboxShown, MAILBOX_PATH } from '#server/features/mails/dev-mailbox.ts';
import { NOTICE_KINDS } from '#shared/rules/notices/notices.ts';
import { buildApp, DIST_DIR } from './app.ts';
import { type Config, ConfigError, checkAdminPassword, loadConfig } from './config.ts';
import { type OpenDatabase, openDatabase } from './db/connection.ts';
import { DataDirInUse } from './db/embedded/data-lock.ts';
import { startEmbeddedPostgres } from './db/embedded/start-embedded-postgres.ts';
import { MigrationError } from './db/migrate.ts';
import { prepareDatabase } from './db/prepare-database.ts';
import { requireSessions } from './db/require-sessions.ts';
import { type Seeded, seed } from './db/seed.ts';
import { DatabaseUnreachable } from './db/unreachable.ts';
import { createDeps } from './deps.ts';
import { reportFilePlaces } from './features/attachments/stores/report-file-places.ts';
import type { PaymentTiming } from './features/payments/payment-deps.ts';
import { startJobs } from './jobs/scheduler.ts';
import { systemClock } from './lib/clock.ts';
import { checkDataKeys, readKeyRing } from './lib/keys/data-keys.ts';
import { makeDevDataKeys } from './lib/keys/dev-data-keys.ts';
import { createLogger, type Logger } from './lib/logger.ts';
import { SECOND_MS } from './lib/time.ts';
import { publishBuild } from './pages/builds/publish-build.ts';
import { checkBuilt, PagesNotBuilt } from './pages/client-files.ts';

/**
 * Time limit of a shutdown, just below the ten seconds after which Docker kills the process.
 */
const STOP_PATIENCE_MS = 9.5 * SECOND_MS;
const CLIENT_DIR = join(DIST_DIR, 'client');
/** How long a shutdown waits for the current mail; shorter than the limit for jobs. */
const MAIL_PATIENCE_MS = 5 * SECOND_MS;

/** Prints a generated password at once, so that it is not lost if the start fails later. */
function printAdministrator(config: Config, { adminPassword }: Seeded): void {
  if (adminPassword === undefined) return;
  console.log(`관리자 아이디 ${config.adminUserId}, 비밀번호 ${adminPassword} (지금 한 번만 표시합니다)`);
}

function printAddresses(config: Config): void {
  const lines = [`상점  ${config.publicUrl}/`, `관리  ${config.publicUrl}/admin`];
  if (config.apiDocs) lines.push(`API   ${config.publicUrl}/api/docs`);
  if (config.payment.sandbox) lines.push('결제  테스트 결제: 실제로 청구되지 않습니다');
  if (isMailboxShown(config)) lines.push(`메일  ${config.publicUrl}${MAILBOX_PATH}`);
  else if (!config.mail.smtpUrl) lines.push('메일  SMTP_URL이 없어 보내지 않고 보관합니다');
  const { alimtalk, sms } = config.messages;
  const missing = alimtalk ? NOTICE_KINDS.filter((kind) => !alimtalk.templates[kind]) : [];
  if (missing.length > 0) {
    lines.push(`알림  알림톡 템플릿 코드가 없는 종류는 ${sms ? '문자' : '메일'}로 보냅니다: ${missing.join(', ')}`);
  }
  console.log(`\n${lines.join('\n')}\n`);
}

type StartOptions = {
  /** Overrides of the payment timing, for measurements. */
  timing?: Partial<PaymentTiming>;
  /** Overrides of rate limits, for measurements. */
  limits?: Partial<Config['limits']>;
  /** How often due jobs are looked for, for tests. */
  jobs?: Parameters<typeof startJobs>[1];
};

/**
 * Starts the shop. Ends the process when that fails; errors that the operator can repair are logged
 * as their message alone.
 */
export async function start(options: StartOptions = {}): Promise<void> {
  try {
    await startShop(options);
  } catch (error) {
    console.error(isPlain(error) ? error.message : error);
    process.exit(1);
  }
}

/** Adds a generated data key outside of production, which does not start without a configured one. */
async function withDataKeys(config: Config): Promise<Config> {
  if (config.dataKeys !== undefined) return config;
  return { ...config, dataKeys: await makeDevDataKeys(config.dataDir) };
}

async function startShop(options: StartOptions): Promise<void> {
  const loaded = loadConfig();
  await checkAdminPassword(loaded);
  // Fail before a database is created or migrated for pages that are missing.
  if (loaded.pages === 'built') await checkBuilt(DIST_DIR);
  const config = await withDataKeys({ ...loaded, limits: { ...loaded.limits, ...options.limits } });
  const log = createLogger(config.logLevel);
  const starting = config.databaseUrl ? undefined : startEmbeddedPostgres(config.dataDir);
  // Connections of an unfinished start are not waited for: the stop of the database ends them.
  let stopAll = async () => (await starting?.catch(() => undefined))?.stop();
  // Before the database runs, so that a signal during the start does not leave it running.
  const stopping = stopWhenAsked(log, () => stopAll());
  try {
    const embedded = await starting;
    if (config.databaseUrl) await requireSessions('DATABASE_URL', config.databaseUrl);
    const database = openDatabase({
      connection: embedded?.connection ?? { connectionString: config.databaseUrl },
      poolSize: config.databasePoolSize,
      onConnectionLost(error) {
        if (!stopping.hasBegun()) log.warn({ err: error }, 'database connection lost');
      },
    });
    const { stop } = await serve(config, log, database, options);
    stopAll = async () => {
      await stop();
      await database.close();
      await embedded?.stop();
    };
    void embedded?.ended.then(stopping.onDatabaseEnd);
    printAddresses(config);
  } catch (error) {
    // The stop that interrupted the start ends the process.
    if (stopping.hasBegun()) return;
    await stopAll();
    throw error;
  }
}

/**
 * Prepares the database and serves. `stop` ends server and background work after finishing running
 * requests and jobs.
 */
async function serve(
  config: Config,
  log: Logger,
  database: OpenDatabase,
  options: StartOptions,
): Promise<{ stop: () => Promise<void> }> {
  const { owns } = await prepareDatabase({
    config,
    database,
    onApplied: (applied) => log.info(applied, 'migration applied'),
  });
  if (owns && config.databaseMigrationUrl !== undefined) {
    log.warn('DATABASE_URL has the rights of the owner: the shop could change its audit log');
  }
  await checkDataKeys(database.db, readKeyRing(config.dataKeys));
  printAdministrator(config, await seed(database.db, config));
  const deps = await createDeps({ config, database, log, ...options });
  // Made at the first start: a browser subscribes with the public key.
  await deps.push.keys();
  // Publish before the process is ready: any other process may be asked for these files.
  if (config.pages === 'built') {
    await publishBuild({ db: database.db, dataKeys: deps.dataKeys }, CLIENT_DIR, systemClock.now());
  }
  await reportFilePlaces(deps.attachments);
  const app = await buildApp(deps);
  // Not ready until jobs run and signals are handled, a moment after the server listens.
  deps.jobRunner.isDown = true;
  await app.listen({ port: config.port, host: config.host });
  const jobs = await startJobs(deps, options.jobs);
  return {
    async stop() {
      deps.shutdown.isRequested = true;
      // A mail that a hanging mail server has not accepted is sent again after the next start.
      const mailCutOff = setTimeout(() => deps.mail.mailer?.close(), MAIL_PATIENCE_MS);
      // Requests and jobs finish concurrently, within the same few seconds.
      await Promise.all([app.close(), jobs.stop()]);
      clearTimeout(mailCutOff);
      await deps.close();
    },
  };
}

type Stopping = {
  hasBegun: () => boolean;
  /** To be called when the process's own PostgreSQL has ended. */
  onDatabaseEnd: () => void;
};

/**
 * Stops the process on a signal, when its own PostgreSQL ends, and as the last resort on an error
 * that nothing caught.
 */
function stopWhenAsked(log: Logger, stop: () => Promise<void>): Stopping {
  let stoppingSince: number | undefined;
  let exitCode = 0;

  async function stopOnce(reason: string, code: number): Promise<void> {
    exitCode ||= code;
    if (stoppingSince !== undefined) return;
    stoppingSince = performance.now();
    log.info({ reason }, 'stopping');
    setTimeout(() => process.exit(1), STOP_PATIENCE_MS).unref();
    try {
      await stop();
    } catch (error) {
      log.error({ err: error }, 'stop failed');
      exitCode = 1;
    }
    process.exit(exitCode);
  }

  function onSignal(signal: 'SIGTERM' | 'SIGINT'): void {
    // A second signal means that the operator does not want to wait. A Ctrl-C under npm, though,
    // arrives twice at once: from the terminal, and forwarded by npm.
    if (stoppingSince !== undefined && performance.now() - stoppingSince > SECOND_MS) process.exit(exitCode || 1);
    void stopOnce(signal, 0);
  }

  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  // Unhandled rejections arrive here too. The state of the process is unknown, so it ends and is
  // started again.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'unexpected error');
    void stopOnce('unexpected error', 1);
  });
  return {
    hasBegun: () => stoppingSince !== undefined,
    onDatabaseEnd() {
      if (stoppingSince !== undefined) return;
      log.fatal('the embedded PostgreSQL ended');
      void stopOnce('database ended', 1);
    },
  };
}

const PLAIN_ERRORS = [ConfigError, DataDirInUse, DatabaseUnreachable, MigrationError, PagesNotBuilt];

/** Returns whether the operator can repair the cause: then the message is enough, without a stack. */
function isPlain(error: unknown): error is Error {
  const isListenError =
    error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES');
  return isListenError || PLAIN_ERRORS.some((kind) => error instanceof kind);
}

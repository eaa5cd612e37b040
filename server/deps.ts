import type { FastifyBaseLogger } from 'fastify';
import { type AccountLimits, createAccountLimits } from '#server/features/accounts/account-limits.ts';
import { createCodeSender } from '#server/features/accounts/phone/code-sender.ts';
import type { PhoneDeps } from '#server/features/accounts/phone/phone-deps.ts';
import { createGlyphCheck, createLetterWriter, type SealingDeps } from '#server/features/letters/letter-writer.ts';
import type { MailDeps } from '#server/features/mails/sending/send-mails.ts';
import { createSmtpMailer } from '#server/features/mails/sending/smtp.ts';
import { createMessageGateways } from '#server/features/notices/sending/create-message-gateways.ts';
import type { NoticeDeps } from '#server/features/notices/sending/notice-deps.ts';
import { createPaymentLimits, type PaymentLimits } from '#server/features/payments/confirm/payment-limits.ts';
import { PAYMENT_TIMING, type PaymentDeps, type PaymentTiming } from '#server/features/payments/payment-deps.ts';
import type { FinishedBody } from '#server/http/api/finished-body.ts';
import { type AdminLimits, createAdminLimits } from '#server/http/guards/admin-limits.ts';
import type { Config } from './config.ts';
import type { OpenDatabase } from './db/connection.ts';
import { type Channel, listenToDatabase } from './db/notifications.ts';
import { createClamdScanner } from './features/attachments/scanning/clamd.ts';
import { createFileStores } from './features/attachments/stores/create-file-stores.ts';
import type { AttachmentDeps } from './features/attachments/storing/attachment-deps.ts';
import type { ConsultationDeps } from './features/consultations/consultation-deps.ts';
import { createMissedChanges } from './features/consultations/find-missed-changes.ts';
import { createPublisher, EVENTS_CHANNEL, readPayload } from './features/events/publisher.ts';
import { createStreamHub, type StreamHub } from './features/events/stream-hub.ts';
import { createIdentityProviders, type LoginProviders } from './features/oauth/providers/create-providers.ts';
import { listReaders } from './features/participants/room-access.ts';
import { createGateways } from './features/payments/gateway/create-gateways.ts';
import type { PushDeps } from './features/push/push-deps.ts';
import { isPushService } from './features/push/push-hosts.ts';
import { createVapidKeys } from './features/push/vapid-keys.ts';
import { type Catalogue, createCatalogue } from './features/services/catalogue.ts';
import { catalogueChannel } from './features/services/catalogue-channel.ts';
import { loadTermsFiles } from './features/terms/load-terms-files.ts';
import { loadSignUpTable } from './features/terms/sign-up-table.ts';
import { findSessions } from './http/find-sessions.ts';
import type { JobRunnerState } from './jobs/job-runner.ts';
import { type Clock, systemClock } from './lib/clock.ts';
import { createDataKeys, type DataKeys, readKeyRing } from './lib/keys/data-keys.ts';
import type { Limit } from './lib/limits/consume.ts';
import { MINUTE_MS, SECOND_MS } from './lib/time.ts';
import { type BootpaySandbox, createBootpaySandbox } from './sandbox/bootpay/bootpay-sandbox.ts';

/** Dependencies of the app. */
export type Deps = {
  config: Config;
  clock: Clock;
  log: FastifyBaseLogger;
  database: OpenDatabase;
  catalogue: Catalogue;
  /** Encrypts stored texts and files. */
  dataKeys: DataKeys;
  signUpTable: FinishedBody;
  accountLimits: AccountLimits;
  adminLimits: AdminLimits;
  paymentLimits: PaymentLimits;
  social: SocialDeps;
  consultations: ConsultationDeps;
  attachments: AttachmentDeps;
  /** The open event streams of this process. */
  streams: StreamHub;
  payments: PaymentDeps;
  /**
   * Without a mail server there is no mailer: the mails wait, and development shows them
   * (dev-mailbox.ts).
   */
  mail: MailDeps;
  notices: NoticeDeps;
  letters: SealingDeps;
  push: PushDeps;
  phones: PhoneDeps;
  /** The stand-in for the payment provider, where no keys are configured. */
  sandbox: BootpaySandbox | undefined;
  /** URL of this process; final once it listens. */
  ownAddress: OwnAddress;
  /** How long payments, mails and jobs may wait until `/metrics` counts them as stuck. */
  stuckAfterMs: number;
  shutdown: Shutdown;
  jobRunner: JobRunnerState;
  /** Stops the background work; the database stays open. */
  close: () => Promise<void>;
};

/** Providers of social logins; `publicUrl` is the base of their redirect URLs. */
export type SocialDeps = { providers: LoginProviders; start: Limit; publicUrl: () => string };

/** As in `http://127.0.0.1:3000`. */
export type OwnAddress = { url: string };

/** Set on shutdown: from then on the process is not ready. */
export type Shutdown = { isRequested: boolean };

type DepsOptions = {
  config: Config;
  database: OpenDatabase;
  log: FastifyBaseLogger;
  clock?: Clock;
  /** Overrides of the payment timing, for tests. */
  timing?: Partial<PaymentTiming>;
  stuckAfterMs?: number;
  /** Where pushes may go; the known push services unless given, for tests. */
  isPushService?: PushDeps['isPushService'];
};

/** How long a push service may take. */
const PUSH_DEADLINE_MS = 10 * SECOND_MS;

/** Starts tracing if a collector is configured; loads the library only then. */
async function startTracing({ config, clock, log }: Pick<Deps, 'config' | 'clock' | 'log'>) {
  if (!config.tracing) return undefined;
  const otlp = await import('#server/lib/tracing/otlp-tracing.ts');
  return otlp.startTracing({ tracing: config.tracing, clock, log });
}

/** Delivers the events of all instances to the streams of this one. */
function eventChannel({ streams, database, clock }: Pick<Deps, 'streams' | 'database' | 'clock'>): Channel {
  const missed = createMissedChanges((place) => listReaders(database.db, place, clock.now()));
  return {
    onNotification(payload) {
      for (const notice of readPayload(payload)) {
        if (missed.remember(notice)) streams.deliver(notice);
      }
    },
    async catchUp(client) {
      for (const notice of await missed.find(client)) streams.deliver(notice);
    },
  };
}

/** Data that is loaded before the dependencies are assembled. */
type LoadedData = { catalogue: Catalogue; signUpTable: FinishedBody };

/** Assembles the dependencies without connecting to anything. */
export function assembleDeps(options: DepsOptions, { catalogue, signUpTable }: LoadedData): Deps {
  const { config, database, log, clock = systemClock, stuckAfterMs = 5 * MINUTE_MS } = options;
  const timing = { ...PAYMENT_TIMING, ...options.timing };
  const ownAddress = { url: `http://127.0.0.1:${config.port}` };
  // With port 0 the system chooses the port, which the configured URL lacks.
  const publicUrl = () => (config.port === 0 ? ownAddress.url : config.publicUrl);
  const { payment, mail } = config;
  const gateways = createGateways({
    payment,
    clock,
    ownUrl: () => ownAddress.url,
    deadlineMs: timing.callMs,
  });
  const mailer = mail.smtpUrl ? createSmtpMailer({ url: mail.smtpUrl, from: mail.from }) : undefined;
  const shutdown = { isRequested: false };
  const dataKeys = createDataKeys(database.db, readKeyRing(config.dataKeys), log);
  const events = createPublisher(database.pool, log);
  const streams = createStreamHub({
    clock,
    log,
    findSessions: (tokenHashes) => findSessions(database.db, tokenHashes, clock.now()),
  });
  const sandbox = payment.sandbox
    ? createBootpaySandbox({
        connection: database.connection,
        credentials: payment.credentials,
        clock,
        log,
        publicUrl,
        webhookUrl: () => `${ownAddress.url}/api/bootpay/webhook`,
      })
    : undefined;
  const messages = createMessageGateways(config.messages, clock);
  const writer = createLetterWriter();
  const glyphs = createGlyphCheck();
  const codes = messages.gateways.sms && createCodeSender({ gateway: messages.gateways.sms, log });
  return {
    config,
    clock,
    log,
    database,
    catalogue,
    dataKeys,
    signUpTable,
    accountLimits: createAccountLimits(config.limits),
    adminLimits: createAdminLimits(database.db, config.limits),
    paymentLimits: createPaymentLimits(config.limits),
    social: {
      providers: createIdentityProviders(config.social, publicUrl),
      start: {
        name: 'social',
        points: config.limits.socialPerMinute,
        windowMs: MINUTE_MS,
      },
      publicUrl,
    },
    attachments: {
      db: database.db,
      clock,
      log,
      dataKeys,
      events,
      files: createFileStores(config),
      scanner: config.clamdUrl === undefined ? undefined : createClamdScanner(config.clamdUrl),
      limits: config.limits,
    },
    consultations: {
      db: database.db,
      clock,
      log,
      dataKeys,
      events,
      deskHours: config.deskHours,
      limits: config.limits,
    },
    streams,
    payments: {
      db: database.db,
      clock,
      log,
      dataKeys,
      gateway: gateways.payments,
      acceptsTestPayments: payment.acceptsTestPayments,
      fourEyesWon: config.fourEyesWon,
      deskHours: config.deskHours,
      timing,
    },
    mail: {
      db: database.db,
      clock,
      log,
      mailer,
      siteUrl: publicUrl,
      dataKeys,
    },
    notices: { db: database.db, clock, log, ...messages, siteUrl: publicUrl },
    letters: { db: database.db, clock, log, dataKeys, events, writer, glyphs, key: config.letterKey },
    push: {
      db: database.db,
      clock,
      log,
      keys: createVapidKeys(config.push, { db: database.db, clock, dataKeys }),
      isPushService: options.isPushService ?? isPushService,
      deadlineMs: PUSH_DEADLINE_MS,
    },
    phones: {
      db: database.db,
      clock,
      log,
      dataKeys,
      codes,
      smsPerHour: messages.smsPerHour,
      identity: gateways.identity,
      siteUrl: publicUrl,
    },
    sandbox,
    ownAddress,
    stuckAfterMs,
    shutdown,
    jobRunner: { isDown: false },
    async close() {
      writer.close();
      glyphs.close();
      mailer?.close();
      codes?.close();
      messages.gateways.kakao?.close();
      messages.gateways.sms?.close();
      await sandbox?.close();
    },
  };
}

/** Composition root: creates the dependencies of all features. */
export async function createDeps(options: DepsOptions): Promise<Deps> {
  const { config, database, log, clock = systemClock } = options;
  await loadTermsFiles(database.db);
  const [catalogue, signUpTable] = await Promise.all([createCatalogue(database.db, clock, log), loadSignUpTable()]);
  const deps = assembleDeps(options, { catalogue, signUpTable });
  const notifications = listenToDatabase({
    connection: database.connection,
    log,
    channels: { [EVENTS_CHANNEL]: eventChannel(deps), catalogue_changed: catalogueChannel(catalogue, log) },
  });
  const tracing = await startTracing({ config, clock, log });
  return {
    ...deps,
    async close() {
      deps.streams.close();
      await notifications.close();
      await deps.close();
      await tracing?.stop();
    },
  };
}

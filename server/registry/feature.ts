import type { FastifyInstance } from 'fastify';
import type { RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { Db, Trx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { LoginDeps } from '#server/features/accounts/finish-login.ts';
import type { LeakCheck } from '#server/features/accounts/registration/leaked-passwords.ts';
import type { DaySource } from '#server/features/day/day-source.ts';
import type { Backlog } from '#server/features/monitoring/backlog.ts';
import type { Actor, Sessions } from '#server/http/session.ts';
import type { Job } from '#server/jobs/job-runner.ts';
import type { RetentionRule } from '#server/registry/retention-rule.ts';
import type { CallTable } from '#shared/contract/call.ts';
import type { personalData } from '#shared/features/accounts/personal-data-schemas.ts';

/** A module whose exported schemas become shared components of the OpenAPI document. */
export type SchemaModule = Readonly<Record<string, unknown>>;

/** Deletes or clears what a feature holds about a person whose account closes. Needs the account's lock. */
export type Erase = (trx: Trx, account: Actor, now: Date) => Promise<void>;

/** Dependencies of background work; `db` and each `db` within are the connections of the jobs. */
export type JobParts = Pick<
  Deps,
  'payments' | 'mail' | 'attachments' | 'notices' | 'consultations' | 'letters' | 'push'
> & {
  db: Db;
};

/** Describes what the routes of a feature are made of. */
export type RouteParts = {
  deps: Deps;
  sessions: Sessions;
  logins: LoginDeps;
  isLeaked: LeakCheck;
  /** Erases an account in all features. */
  erase: Erase;
  /** Writes the file of a person's own data from all features. */
  writePersonalData: (actor: Actor) => AsyncGenerator<string>;
  /** The kinds of an administrator's day of all features. */
  day: readonly DaySource[];
  /** Counts what is open in all features. */
  readBacklog: () => Promise<Backlog>;
};

type Wire = z.input<typeof personalData>;
/** The parts of the own-data file that may have any number of rows; they are written in slices. */
export type LongList = 'notices' | 'logins' | 'soldiers' | 'orders' | 'conversations' | 'files' | 'mails';
/** The parts with few rows. */
export type OwnFacts = Omit<Wire, LongList>;

/** A conversation; its messages are read while they are written. */
export type OwnConversation = {
  head: Omit<Wire['conversations'][number], 'messages'>;
  messages: AsyncIterable<Wire['conversations'][number]['messages']>;
};

/** Describes what a feature gives to the file of a person's own data. */
export type OwnData = {
  readFacts?: () => Promise<Partial<OwnFacts>>;
  lists?: { [Name in Exclude<LongList, 'conversations'>]?: AsyncIterable<Wire[Name]> };
  conversations?: AsyncIterable<OwnConversation>;
};

export type ReadOwnData = (deps: Deps, actor: Actor) => OwnData;

/**
 * A column encrypted for the place `table.column:id`; its table has an integer `id`. `hash` is a
 * column with the keyed hash of what `of` makes of the text, for the purpose `table.hash`.
 */
export type SealedColumn = { table: string; column: string; hash?: { column: string; of: (text: string) => string } };

/** From when on something open is overdue, and the limit of SMS an hour. */
export type BacklogAt = { now: Date; before: Date; stuckAfterMs: number; smsPerHour: number };

/**
 * All that the shop asks of a feature. `features.ts` lists them; the API and its document, the
 * scheduler, closing an account, retention, the own-data file, the rotation of keys and the metrics
 * go through that list.
 */
export type Feature = {
  callTables?: readonly CallTable[];
  schemas?: readonly SchemaModule[];
  /** Registers the calls that query the database. */
  routes?: (app: FastifyInstance, parts: RouteParts) => Promise<void>;
  /** Registers calls that are answered while others wait for the database. */
  routesFromMemory?: (app: FastifyInstance, parts: RouteParts) => Promise<void>;
  /** Background work, by the name of the job. */
  jobs?: (parts: JobParts) => Readonly<Record<string, Job>>;
  erase?: Erase;
  /** Applied feature by feature, in the order of the list. */
  retention?: readonly RetentionRule[];
  ownData?: ReadOwnData;
  sealedColumns?: readonly SealedColumn[];
  /** Kinds that the feature gives to an administrator's day. */
  day?: readonly DaySource[];
  /** Counts of open items, as expressions of SQL. */
  backlog?: (at: BacklogAt) => { readonly [Name in keyof Backlog]?: RawBuilder<unknown> };
};

import type { Generated, GeneratedAlways } from 'kysely';
import type { CreatedAt, NullableJson } from './columns.ts';

/** Append-only: a trigger refuses every other change. */
export type AuditLogTable = {
  id: GeneratedAlways<number>;
  at: CreatedAt;
  /** Null for automatic acts. */
  actor_id: number | null;
  actor_login: string;
  address: string;
  action: string;
  subject_type: string;
  subject_id: string | null;
  before: NullableJson<unknown>;
  after: NullableJson<unknown>;
  reason: Generated<string>;
};

/** The hashes that chain the entries of the audit log. Append-only like it. */
export type AuditChainTable = { seq: number; entry_id: number; hash: Buffer; sealed_at: CreatedAt };

/** Keys that stored texts and files were written with. */
export type DataKeysTable = { id: string; fingerprint: Buffer; created_at: CreatedAt };

export type RateLimitsTable = { key: string; points: Generated<number>; expire: number | null };

/** Background jobs, one row per kind (server/jobs/job-table.ts). */
export type JobsTable = {
  name: string;
  due_at: Generated<Date>;
  leased_until: Date | null;
  leased_by: string | null;
  failures: Generated<number>;
  last_error: Generated<string>;
  ended_at: Date | null;
};

/** One row: when the last copy of the database was completed. */
export type LastBackupTable = { id: Generated<number>; made_at: Date };

/** Builds of the pages whose files are published. */
export type BuildsTable = { id: string; names: string[]; created_at: Date; replaced_at: Date | null };

export type BuildFilesTable = {
  id: Generated<number>;
  name: string;
  type: string;
  /** The digest of the file, encrypted. */
  seal: Buffer;
  body: Buffer;
  body_gzip: Buffer | null;
  body_br: Buffer | null;
  published_at: Date;
};

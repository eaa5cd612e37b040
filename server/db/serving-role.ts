import type { Pool, PoolClient } from 'pg';
import { quoted } from './backup/schema-tables.ts';
import { ADVISORY_LOCKS } from './locks/advisory-locks.ts';

/** Books and records: the serving role adds to them and reads them, and can change nothing. */
const APPEND_ONLY = [
  'public.audit_log',
  'public.audit_chain',
  'public.payment_events',
  'public.terms_versions',
  'sandbox.ledger',
];
/** Holds what only migrations write. */
const READ_ONLY = ['public.schema_migrations'];

const SCHEMAS = ['public', 'sandbox'];

type OwnedRelation = { schema: string; name: string; isSequence: boolean };

/** Lists the tables and sequences of the owner; those of an extension belong to another role. */
async function listOwnedRelations(client: PoolClient): Promise<OwnedRelation[]> {
  const { rows } = await client.query<OwnedRelation>(
    `select nspname as schema, relname as name, relkind = 'S' as "isSequence"
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where nspname = any ($1) and relkind in ('r', 'p', 'v', 'm', 'S') and pg_has_role(relowner, 'usage')`,
    [SCHEMAS],
  );
  return rows;
}

/** Sequences of the append-only tables: their numbers cannot be set back. */
async function listFixedSequences(client: PoolClient): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select nspname || '.' || relname as name
     from pg_depend join pg_class on pg_class.oid = objid and relkind = 'S'
     join pg_namespace on pg_namespace.oid = relnamespace
     where refobjid = any (select to_regclass(name) from unnest($1::text[]) as name)`,
    [APPEND_ONLY],
  );
  return new Set(rows.map(({ name }) => name));
}

function rightsOn(name: string, { isSequence }: OwnedRelation, fixedSequences: ReadonlySet<string>): string {
  if (isSequence) return fixedSequences.has(name) ? 'usage, select' : 'usage, select, update';
  if (READ_ONLY.includes(name)) return 'select';
  return APPEND_ONLY.includes(name) ? 'select, insert' : 'select, insert, update, delete';
}

/** Statements that give the role what it needs of one table or sequence, and nothing else. */
function grantsOf(kept: OwnedRelation, role: string, fixedSequences: ReadonlySet<string>): string[] {
  const { schema, name, isSequence } = kept;
  const named = `${quoted(schema)}.${quoted(name)}`;
  const on = isSequence ? `sequence ${named}` : named;
  return [
    `revoke all on ${on} from ${quoted(role)}`,
    `grant ${rightsOn(`${schema}.${name}`, kept, fixedSequences)} on ${on} to ${quoted(role)}`,
  ];
}

/**
 * Gives the role of `DATABASE_URL` the rights to serve: rows of all tables, without DDL, without
 * triggers, and append-only on the audit log and the books of payments. Runs as the owner after
 * each migration, so that new tables are included.
 */
export async function grantServing(owner: Pool, role: string): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.grants]);
    const name = quoted(role);
    const { rows } = await client.query<{ database: string }>('select current_database() as database');
    // A warning, if the owner of the tables does not own the database.
    await client.query(`revoke create, temporary on database ${quoted(rows[0]?.database ?? '')} from public, ${name}`);
    for (const schema of SCHEMAS) {
      // Before PostgreSQL 15 everyone may create tables in `public`.
      await client.query(`revoke create on schema ${schema} from public, ${name}`);
      await client.query(`grant usage on schema ${schema} to ${name}`);
    }
    const fixedSequences = await listFixedSequences(client);
    for (const kept of await listOwnedRelations(client)) {
      for (const statement of grantsOf(kept, role, fixedSequences)) await client.query(statement);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

/** Returns whether the role of the pool could change the audit log: it owns the table or is a superuser. */
export async function ownsAuditLog(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ owns: boolean }>(
    `select pg_has_role(current_user, relowner, 'member') or rolsuper as owns
     from pg_class, pg_roles where pg_class.oid = to_regclass('public.audit_log') and rolname = current_user`,
  );
  return rows[0]?.owns ?? false;
}

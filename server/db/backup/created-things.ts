import type pg from 'pg';

/**
 * Drop statement of each kind of object, in drop order: a table drops its own sequences, which
 * cannot be dropped before it.
 */
const THINGS = `
  select drop from (
    select 1 as place, format('drop schema if exists %I cascade', nspname) as drop from pg_namespace
      where nspname not in ('public', 'information_schema') and nspname !~ '^pg_'
    union all
    select case when relkind in ('r', 'p') then 2 else 3 end, format('drop %s if exists %s cascade',
        case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
        oid::regclass)
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
    union all
    select 4, format('drop routine if exists %s cascade', oid::regprocedure) from pg_proc
      where pronamespace = 'public'::regnamespace and prokind <> 'a'
    union all
    select 5, format('drop type if exists %s cascade', oid::regtype) from pg_type
      where typnamespace = 'public'::regnamespace and typtype in ('e', 'd', 'r')
  ) as things order by place, drop`;

async function listThings(client: pg.ClientBase): Promise<string[]> {
  // Without this, names would be printed and resolved without their schema.
  await client.query("set search_path to ''");
  const { rows } = await client.query<{ drop: string }>(THINGS);
  await client.query('reset search_path');
  return rows.map(({ drop }) => drop);
}

/**
 * Lists the objects of a database (schemas, and the tables, views, sequences, routines and types
 * of `public`), for `dropCreated`.
 */
export async function knownThings(client: pg.ClientBase): Promise<ReadonlySet<string>> {
  return new Set(await listThings(client));
}

/** Drops all objects created since `before` was read, in one transaction. */
export async function dropCreated(client: pg.ClientBase, before: ReadonlySet<string>): Promise<void> {
  await client.query('begin');
  const created = (await listThings(client)).filter((drop) => !before.has(drop));
  for (const drop of created) await client.query(drop);
  await client.query('commit');
}

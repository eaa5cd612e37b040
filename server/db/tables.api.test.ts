import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { type ESTree, parseSync } from 'vite';
import { expect, inject, it } from 'vitest';
import { createTestDatabase } from '#tests/support/app/database.ts';

type Column = {
  type: string;
  isNullable: boolean;
  /** True when an insert may omit it. */
  hasDefault: boolean;
};
type Tables = Record<string, Record<string, Column>>;

/** Type aliases of tables.ts and the column types they mean. */
const ALIASES: Record<string, Column> = {
  CreatedAt: { type: 'Date', isNullable: false, hasDefault: true },
  UpdatedAt: { type: 'Date', isNullable: false, hasDefault: true },
  Json: { type: 'json', isNullable: false, hasDefault: false },
  NullableJson: { type: 'json', isNullable: true, hasDefault: true },
};
const KEYWORDS: Record<string, string> = {
  TSNumberKeyword: 'number',
  TSStringKeyword: 'string',
  TSBooleanKeyword: 'boolean',
  TSLiteralType: 'string',
  TSArrayType: 'array',
};
const PG_TYPES: Record<string, string> = {
  integer: 'number',
  bigint: 'number',
  text: 'string',
  'character varying': 'string',
  uuid: 'string',
  date: 'string',
  boolean: 'boolean',
  'timestamp with time zone': 'Date',
  bytea: 'Buffer',
  jsonb: 'json',
  ARRAY: 'array',
};

/** Derives the column's properties from a type such as `Generated<Date | null>`. */
function columnOf(type: ESTree.TSType): Column {
  if (type.type === 'TSUnionType') {
    const isNullable = type.types.some((part) => part.type === 'TSNullKeyword');
    const part = type.types.find((candidate) => candidate.type !== 'TSNullKeyword');
    if (!part) throw new Error('a column of null alone');
    return { ...columnOf(part), isNullable, hasDefault: isNullable };
  }
  if (type.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier')
    return { type: KEYWORDS[type.type] ?? type.type, isNullable: false, hasDefault: false };
  const { name } = type.typeName;
  const argument = type.typeArguments?.params[0];
  if (argument && /^(Generated|GeneratedAlways|ColumnType)$/.test(name))
    return { ...columnOf(argument), hasDefault: true };
  if (name === 'Date' || name === 'Buffer') return { type: name, isNullable: false, hasDefault: false };
  // The other names are unions of strings, such as OrderStatus.
  return ALIASES[name] ?? { type: 'string', isNullable: false, hasDefault: false };
}

function columnsOf({ members }: ESTree.TSTypeLiteral): Record<string, Column> {
  const entries = members.map((member) => {
    if (member.type !== 'TSPropertySignature' || member.key.type !== 'Identifier' || !member.typeAnnotation)
      throw new Error('a table has columns only');
    return [member.key.name, columnOf(member.typeAnnotation.typeAnnotation)] as const;
  });
  return Object.fromEntries(entries);
}

/** Reads the tables as `tables.ts` and the files beside it declare them. */
function declaredTables(): Tables {
  const topics = readdirSync(new URL('tables/', import.meta.url)).map((name) => `tables/${name}`);
  const statements = ['tables.ts', ...topics].flatMap((name) => {
    const file = new URL(name, import.meta.url);
    return parseSync(file.pathname, readFileSync(file, 'utf8'), { lang: 'ts' }).program.body;
  });
  const declared = new Map<string, ESTree.TSType>();
  for (const statement of statements) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration?.type === 'TSTypeAliasDeclaration') declared.set(declaration.id.name, declaration.typeAnnotation);
  }
  function literalOf(type: ESTree.TSType | undefined): ESTree.TSTypeLiteral {
    if (type?.type === 'TSTypeLiteral') return type;
    if (type?.type === 'TSTypeReference' && type.typeName.type === 'Identifier')
      return literalOf(declared.get(type.typeName.name));
    throw new Error('a table is an object type');
  }
  const tables = literalOf(declared.get('Database')).members.map((member) => {
    if (member.type !== 'TSPropertySignature' || member.key.type !== 'Identifier')
      throw new Error('Database has tables only');
    return [member.key.name, columnsOf(literalOf(member.typeAnnotation?.typeAnnotation))] as const;
  });
  return Object.fromEntries(tables);
}

/** Reads the migrated tables and views; PostgreSQL reports a view's columns as nullable. */
async function migratedTables(connection: pg.ClientConfig): Promise<Tables> {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<Record<'table' | 'column' | 'type', string> & Omit<Column, 'type'>>(
    `select c.table_name as table, c.column_name as column, c.data_type as type,
            c.is_nullable = 'YES' and t.table_type = 'BASE TABLE' as "isNullable",
            c.is_nullable = 'YES' or c.column_default is not null or c.is_identity = 'YES' or c.is_generated = 'ALWAYS'
              as "hasDefault"
       from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public'`,
  );
  await client.end();
  const tables: Tables = {};
  for (const { table, column, type, isNullable, hasDefault } of rows)
    tables[table] = { ...tables[table], [column]: { type: PG_TYPES[type] ?? type, isNullable, hasDefault } };
  return tables;
}

it('tables.ts declares the columns, types, nullability and defaults of the migrated database', async () => {
  const { connection, drop } = await createTestDatabase(inject('postgres'));
  const { schema_migrations: _, ...migrated } = await migratedTables(connection);
  await drop();
  const declared = declaredTables();
  // A type may require a value although the database has a default, but not the reverse.
  for (const [table, columns] of Object.entries(migrated))
    for (const [name, column] of Object.entries(columns))
      column.hasDefault &&= declared[table]?.[name]?.hasDefault ?? true;
  expect(declared).toEqual(migrated);
});

it('docs/architecture.md lists the triggers of the migrated database', async () => {
  const { connection, drop } = await createTestDatabase(inject('postgres'));
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<{ row: string }>(
    // Except the tests' own guard of states.
    `select format('%s on %s', tgname, tgrelid::regclass) as row from pg_trigger
      where not tgisinternal and tgname <> 'refuse_unlisted_moves'`,
  );
  await client.end();
  await drop();
  const page = readFileSync('docs/architecture.md', 'utf8');
  const [, section = ''] = page.split(/^## Triggers$/m);
  const listed = [...section.matchAll(/^\| `(\w+)` \| `([\w.]+)`/gm)].map(([, name, table]) => `${name} on ${table}`);
  expect(listed.toSorted()).toEqual(rows.map(({ row }) => row).toSorted());
});

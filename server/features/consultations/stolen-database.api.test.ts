import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { SEALED_COLUMNS } from '#server/registry/features.ts';
import type { Attachment } from '#shared/features/attachments/schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { answer, buildCustomer, openConversation, say, writeNote } from '#tests/support/app/consultations.ts';
import { fileForm } from '#tests/support/app/pictures.ts';

const shop = await setUpTestApp();
const admin = await buildAdmin(shop);

/** Columns that tell about a text no more than who wrote it when, and where it stands. */
const EXPLAINED: Readonly<Record<string, ReadonlySet<string>>> = {
  conversations: new Set(
    `id user_id order_id service_id previous_id subject status assignee_id hold_until version version_by last_seq last_note customer_count
    staff_count last_message_seq last_staff_seq waiting_since first_asked_at first_answered_at waiting_due_at first_response_minutes reply_due_at reply_noticed_seq staff_due_at
    staff_noticed_seq changed_at created_at updated_at closed_at client_id room`.split(/\s+/),
  ),
  conversation_messages: new Set(
    `id conversation_id seq kind event author_kind author_id client_id text customer_count staff_count created_at`.split(
      /\s+/,
    ),
  ),
  conversation_notes: new Set(`id conversation_id seq note author_id client_id text created_at`.split(/\s+/)),
  attachments: new Set(
    `id owner_id is_staff state conversation_id message_id note_id paper_id position filename media_type size sha256 file_key scan
    preview preview_size object_key damaged_at created_at`.split(/\s+/),
  ),
  attachment_parts: new Set(`attachment_id is_preview number bytes`.split(/\s+/)),
};

/** Columns beside sealed ones that could hold words or their hashes, and hold something else. */
const PLAIN_BESIDE_SEALED: Readonly<Record<string, readonly string[]>> = {
  // Files of the built pages, which are public.
  build_files: ['body', 'body_br', 'body_gzip', 'name', 'type'],
  case_invitations: ['state', 'token_hash'],
  letter_documents: ['kind', 'sha256'],
  letter_signatures: ['client_id', 'role'],
  letters: ['declined_by', 'seal', 'seal_problem', 'state', 'template'],
  order_calls: ['outcome'],
  // Notes that the program writes, from a list.
  order_events: ['actor', 'note', 'status'],
  // A keyed hash: it shows that two cases have an opponent of one name, and nothing of the name.
  order_opponents: ['name_hash'],
  order_papers: ['asked_of', 'form', 'state', 'title'],
  order_proofs: ['kind'],
  order_steps: ['title'],
  orders: [
    ...['agreed_terms', 'category', 'contact_window', 'order_number', 'plan_description', 'selected_plan'],
    ...['service_title', 'soldier', 'status'],
  ],
  pending_acts: ['client_id', 'kind'],
  push_keys: ['public_key'],
  question_answers: ['author', 'question'],
  questions_asked_again: ['question'],
  refund_proposals: ['account', 'cancel_id', 'receipt_id', 'state'],
  refund_requests: ['policy_basis', 'policy_reason', 'state'],
  refunds: [...['account', 'cancel_id', 'channel', 'last_error', 'reason', 'receipt_id', 'requested_by', 'state']],
  second_factors: ['counter', 'credential_id', 'kind', 'name', 'public_key', 'transports'],
};

const SENTENCE = '허리 디스크로 병가를 신청했다가 반려되었습니다 010-1234-5678';
const SHUFFLED = [...SENTENCE].reverse().join('');

type Column = { table_name: string; column_name: string; data_type: string };

async function readColumns(): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select table_name, column_name, data_type from information_schema.columns
    where table_schema = 'public' and table_name = any (${Object.keys(EXPLAINED)}::text[])`.execute(shop.db);
  return rows;
}

/** Rows as a thief reads them. */
async function readRows(table: string): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    select to_jsonb(stolen) as row from ${sql.table(table)} as stolen order by id`.execute(shop.db);
  return rows.map(({ row }) => row);
}

/** Looks into every column of every table, for the words and for their bytes. */
async function expectInNoColumn(parts: readonly string[]): Promise<void> {
  const { rows: places } = await sql<{ place: string; query: string }>`
    select table_schema || '.' || table_name || '.' || column_name as place,
      format('select %I::text as value from %I.%I', column_name, table_schema, table_name) as query
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and table_schema in ('public', 'sandbox')
      and data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'bytea', 'USER-DEFINED')`.execute(
    shop.db,
  );
  expect(places.length).toBeGreaterThan(150);
  const asBytes = parts.map((part) => Buffer.from(part).toString('hex'));
  for (const { place, query } of places) {
    const { rows } = await sql<{ value: string | null }>`${sql.raw(query)}`.execute(shop.db);
    for (const { value } of rows) {
      for (const part of [...parts, ...asBytes]) expect(value ?? '', place).not.toContain(part);
    }
  }
}

describe('a database without the keys', () => {
  it('has no column of conversations that is not explained', async () => {
    const unexplained = (await readColumns()).filter(
      ({ table_name, column_name }) => !EXPLAINED[table_name]?.has(column_name),
    );
    expect(unexplained).toEqual([]);
    // Arrays and documents could list parts of a text.
    expect((await readColumns()).filter(({ data_type }) => /ARRAY|json|tsvector/.test(data_type))).toEqual([]);
  });

  it('has no column beside a sealed one that could repeat its words, and is not explained', async () => {
    const sealed = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
    const tables = SEALED_COLUMNS.map(({ table }) => table).filter((table) => !EXPLAINED[table]);
    const { rows } = await sql<{ place: string }>`
      select table_name || '.' || column_name as place from information_schema.columns
      where table_schema = 'public' and table_name = any (${tables}::text[])
        and data_type not in ('integer', 'smallint', 'boolean', 'date', 'timestamp with time zone')
      order by place`.execute(shop.db);
    const places = rows.map(({ place }) => place);
    const explained = Object.entries(PLAIN_BESIDE_SEALED).flatMap(([table, columns]) =>
      columns.map((column) => `${table}.${column}`),
    );
    expect(places.filter((place) => !sealed.includes(place))).toEqual(explained);
  });

  it('has no word and no pair of characters of a text, in any column of any table', async () => {
    const customer = await buildCustomer(shop);
    const { id } = await openConversation(customer, { subject: SENTENCE, text: SENTENCE });
    await say(customer, id, SENTENCE);
    await answer(admin, id, SENTENCE);
    await writeNote(admin, id, SENTENCE);
    await admin.client.get(`/api/admin/consultations?q=${encodeURIComponent('허리 디스크')}`);
    await expectInNoColumn(['허리', '리 디', '디스크', '병가를', '반려되었', '1234-5678']);
  });

  it('has neither name, text nor hash of a file, which would confirm a guess', async () => {
    const { client } = await buildCustomer(shop);
    const file = Buffer.from('점호 뒤에 몰래 나갔습니다');
    const { body, headers } = fileForm(file, { filename: '점호 쪽지.txt' });
    const sent = await client.post('/api/attachments', body, { headers });
    const { sha256 } = sent.json<Attachment>();
    expect(sha256).toBe(createHash('sha256').update(file).digest('hex'));
    await expectInNoColumn(['점호', '쪽지', '몰래', sha256]);
  });

  it('shows neither that two texts are equal, nor that one has the characters of another in another order', async () => {
    const customer = await buildCustomer(shop);
    const { id } = await openConversation(customer);
    for (const text of [SENTENCE, SENTENCE, SHUFFLED]) await say(customer, id, text);
    const rows = (await readRows('conversation_messages')).filter((row) => row.conversation_id === id).slice(-3);
    const same = Object.keys(rows[0] ?? {}).filter((column) =>
      rows.every((row) => JSON.stringify(row[column]) === JSON.stringify(rows[0]?.[column])),
    );
    // The author and the conversation; the times are those of the test clock.
    expect(new Set(same)).toEqual(
      new Set(['conversation_id', 'kind', 'event', 'author_kind', 'author_id', 'staff_count', 'created_at']),
    );
  });
});

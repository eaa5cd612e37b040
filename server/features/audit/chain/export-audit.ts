import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import { CHAIN_START, chainHash } from './chain-hash.ts';

const AT_ONCE = 1000;
const KEY_BYTES = 32;
/** Holds what stands before the 32 bytes of an Ed25519 key in PKCS #8. */
const PKCS8_START = Buffer.from('302e020100300506032b657004220420', 'hex');

type ExportKey = { id: string; secret: Buffer };

/** A pair of its own for exports: `DATA_KEYS` themselves encrypt. */
function signingKey({ secret }: ExportKey): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'audit export', KEY_BYTES));
  return createPrivateKey({ key: Buffer.concat([PKCS8_START, seed]), format: 'der', type: 'pkcs8' });
}

/** The public half as PEM, to check exports without `DATA_KEYS`. */
export function exportPublicKey(key: ExportKey): string {
  return createPublicKey(signingKey(key)).export({ type: 'spki', format: 'pem' }).toString();
}

/**
 * Writes the chained entries of the audit log as JSON lines: `{seq, hash, entry}`, where `entry` is
 * the hashed text, and at the end `{entries, sha256, key, signature}` over all lines before.
 */
export async function* exportAudit(db: Db, key: ExportKey): AsyncGenerator<string> {
  const written = createHash('sha256');
  let seq = 0;
  for (let count = AT_ONCE; count === AT_ONCE; ) {
    const { rows } = await sql<{ seq: number; hash: Buffer; entry: string }>`
      select chain.seq, chain.hash, audit_entry_text(entry) as entry
      from audit_chain as chain join audit_log as entry on entry.id = chain.entry_id
      where chain.seq > ${seq} order by chain.seq limit ${AT_ONCE}`.execute(db);
    count = rows.length;
    seq = rows.at(-1)?.seq ?? seq;
    const lines = rows.map((row) => `${JSON.stringify({ ...row, hash: row.hash.toString('hex') })}\n`).join('');
    written.update(lines);
    if (lines !== '') yield lines;
  }
  const sha256 = written.digest('hex');
  const signature = sign(null, Buffer.from(sha256), signingKey(key)).toString('base64');
  yield `${JSON.stringify({ entries: seq, sha256, key: key.id, signature })}\n`;
}

type Line = { seq?: number; hash?: string; entry?: string; sha256?: string; key?: string; signature?: string };

/**
 * Returns what is wrong with an export; undefined when it is complete and was signed by one of the
 * keys.
 */
export async function checkExport(
  lines: AsyncIterable<string>,
  keys: readonly ExportKey[],
): Promise<string | undefined> {
  const read = createHash('sha256');
  let previous: Buffer = CHAIN_START;
  let end: Line | undefined;
  for await (const text of lines) {
    if (end) return 'there are lines after the signature';
    const line: Line = JSON.parse(text);
    if (line.signature !== undefined) {
      end = line;
      continue;
    }
    previous = chainHash(previous, line.entry ?? '');
    if (previous.toString('hex') !== line.hash) return `line ${line.seq} does not follow the one before it`;
    read.update(`${text}\n`);
  }
  if (!end) return 'the signature is missing';
  const key = keys.find(({ id }) => id === end?.key);
  if (!key) return `DATA_KEYS has no key "${end.key}"`;
  const sha256 = read.digest('hex');
  const isSigned = verify(
    null,
    Buffer.from(sha256),
    createPublicKey(signingKey(key)),
    Buffer.from(end.signature ?? '', 'base64'),
  );
  return isSigned && sha256 === end.sha256 ? undefined : 'the signature does not belong to these lines';
}

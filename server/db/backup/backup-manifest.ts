import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Thrown when a backup cannot be created or loaded for a reason that an operator can fix. */
export class BackupError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BackupError';
  }
}

const MANIFEST = 'manifest.json';

const manifestSchema = z.object({
  format: z.literal(1),
  made_at: z.iso.datetime(),
  /** Last migration of the data: they are loaded into this schema, and migrated from there. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  /** In load order: each table after those that it references. */
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()).min(1),
      rows: z.int().min(0),
      /** Of the uncompressed rows. */
      sha256: z.string(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.int() })),
});

/** Contents of a backup, with the checksums to verify on restore. */
export type BackupManifest = z.output<typeof manifestSchema>;
export type TableCopy = BackupManifest['tables'][number];

/** Returns the file name of one table's compressed rows. */
export function tableFile(folder: string, table: string): string {
  return join(folder, `${table}.copy.gz`);
}

export function manifestFile(folder: string): string {
  return join(folder, MANIFEST);
}

/** @throws BackupError when the folder is not a complete backup */
export async function readManifest(folder: string): Promise<BackupManifest> {
  let text: string;
  try {
    text = await readFile(manifestFile(folder), 'utf8');
  } catch {
    throw new BackupError(`${folder} holds no complete backup: there is no ${MANIFEST} in it`);
  }
  const parsed = manifestSchema.safeParse(parseJson(text));
  if (!parsed.success) throw new BackupError(`${manifestFile(folder)} is not the manifest of a backup`);
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

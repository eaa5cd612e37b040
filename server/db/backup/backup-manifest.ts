import { z } from 'zod';
import { parseJson } from '#server/lib/parse-json.ts';
import { BackupError, type BackupFiles } from './backup-files.ts';

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
      /**
       * Of the compressed ones, whose header the other one does not cover; older copies have none.
       */
      packed_sha256: z.string().optional(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.int() })),
});

/** Contents of a backup, with the checksums to verify on restore. */
export type BackupManifest = z.output<typeof manifestSchema>;
export type TableCopy = BackupManifest['tables'][number];

/** @throws BackupError when the folder is not a complete backup */
export async function readManifest(files: BackupFiles): Promise<BackupManifest> {
  const parsed = manifestSchema.safeParse(parseJson(await files.readManifest()));
  if (!parsed.success) throw new BackupError(`${files.manifestFile} is not the manifest of a backup`);
  return parsed.data;
}

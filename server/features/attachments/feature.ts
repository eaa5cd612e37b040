import { sql } from 'kysely';
import { EVERY_MINUTE, nightly } from '#server/jobs/schedules.ts';
import type { Feature } from '#server/registry/feature.ts';
import { rowsRule } from '#server/registry/retention-rule.ts';
import * as calls from '#shared/features/attachments/calls.ts';
import * as schemas from '#shared/features/attachments/schemas.ts';
import { attachmentsRoutes } from './attachments.routes.ts';
import { removeFiles } from './keeping/remove-files.ts';
import { sweepFiles } from './keeping/sweep-files.ts';
import { scanAttachments } from './scanning/scan-attachments.ts';

export const attachments: Feature = {
  callTables: [{ name: 'attachments', calls, description: 'Files of conversations.' }],
  schemas: [schemas],
  async routes(app, { deps }) {
    await app.register(attachmentsRoutes, { attachments: deps.attachments });
  },
  jobs: (parts) => ({
    scan_attachments: { ...EVERY_MINUTE, run: (options) => scanAttachments(parts.attachments, options) },
    remove_files: { ...EVERY_MINUTE, run: (options) => removeFiles(parts.attachments, options) },
    sweep_files: { ...nightly(19, 20), run: (options) => sweepFiles(parts.attachments, options) },
  }),
  retention: [
    rowsRule({
      table: 'attachments',
      data: 'files that no message carries',
      kept: `${schemas.UNUSED_HOURS} hours`,
      basis: 'contract §5',
      isOver: (now) =>
        sql`conversation_id is null and paper_id is null and created_at <= ${now} - ${schemas.UNUSED_HOURS} * interval '1 hour'`,
    }),
  ],
  sealedColumns: [
    { table: 'attachments', column: 'filename' },
    { table: 'attachments', column: 'file_key' },
    { table: 'attachments', column: 'sha256' },
  ],
  backlog: ({ before }) => ({
    filesDamaged: sql`(select count(*) from attachments where damaged_at is not null)`,
    fileRemovalsStuck: sql`(select count(*) from file_removals where due_at < ${before})`,
  }),
};

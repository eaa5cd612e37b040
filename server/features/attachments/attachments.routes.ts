import { Readable } from 'node:stream';
import fastifyMultipart from '@fastify/multipart';
import type { FastifyPluginAsync } from 'fastify';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { adminOf } from '#server/http/acting-admin.ts';
import { route } from '#server/http/api/route.ts';
import { actorOf, rightsOf } from '#server/http/session.ts';
import { AppError } from '#server/lib/errors.ts';
import { createWorkerProcess } from '#server/lib/process/worker-process.ts';
import { idParam } from '#shared/contract/fields.ts';
import { mayDo } from '#shared/features/accounts/permissions.ts';
import * as attachmentCalls from '#shared/features/attachments/calls.ts';
import {
  attachment,
  attachmentBytes,
  attachmentQuery,
  uploadAttachmentBody,
} from '#shared/features/attachments/schemas.ts';
import { presentAttachment } from './attachments.lookup.ts';
import { readPreview } from './preview/read-preview.ts';
import { beginFormFile, bytesOf, cleanFilename, FORM_LIMITS, isFormFile, refuseTooLarge } from './read-form-file.ts';
import type { AttachmentDeps } from './storing/attachment-deps.ts';
import { readVerified } from './storing/read-verified.ts';
import { storeAttachment } from './storing/store-attachment.ts';
import { findVisible } from './storing/stored-files.queries.ts';

/** A downloaded file never runs as a page of this site. */
const FILE_HEADERS = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const;

function disposition(filename: string): string {
  const encoded = encodeURIComponent(filename).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="file"; filename*=UTF-8''${encoded}`;
}

/** Files of conversations, for customers and administrators (contract §5). */
export const attachmentsRoutes: FastifyPluginAsync<{ attachments: AttachmentDeps }> = async (app, { attachments }) => {
  const { db, dataKeys } = attachments;
  await app.register(fastifyMultipart, { limits: FORM_LIMITS });
  const drawing = createWorkerProcess<Uint8Array, Uint8Array | undefined>(
    new URL('./preview/preview-process.ts', import.meta.url),
  );
  app.addHook('onClose', async () => drawing.close());

  route(
    app,
    attachmentCalls.upload,
    {
      summary: 'Upload a file for a message',
      consumes: ['multipart/form-data'],
      deadline: 'none',
      body: uploadAttachmentBody,
      answer: attachment,
      onRequest: refuseTooLarge,
      preValidation: beginFormFile,
      errors: [
        'FILE_TYPE',
        'FILE_TOO_LARGE',
        'FILE_QUOTA',
        'TOO_MANY_REQUESTS',
        'DATA_KEYS_MISSING',
        'FILES_UNAVAILABLE',
      ],
    },
    async (request) => {
      const { id, role } = actorOf(request);
      const { file } = request.body;
      if (!isFormFile(file)) throw new AppError('BAD_REQUEST');
      try {
        const filename = cleanFilename(file.filename ?? '');
        const upload = { filename, bytes: bytesOf(file) };
        const stored = await storeAttachment(attachments, { id, isAdmin: role === 'admin' }, upload);
        return presentAttachment(dataKeys, stored);
      } finally {
        // What was refused half-way is read and dropped, so that the answer arrives.
        file.file.resume();
      }
    },
  );

  route(
    app,
    attachmentCalls.download,
    {
      summary: 'Download a file, or the preview of an image',
      params: idParam,
      query: attachmentQuery,
      answer: attachmentBytes,
      produces: ['application/octet-stream'],
      deadline: 'none',
      exposeHeadRoute: false,
      errors: [
        'ATTACHMENT_NOT_FOUND',
        'SCAN_PENDING',
        'INFECTED',
        'DATA_KEYS_MISSING',
        'FILE_DAMAGED',
        'FILES_UNAVAILABLE',
      ],
    },
    async (request, reply) => {
      const { id } = actorOf(request);
      const { role, permissions } = rightsOf(request);
      const isAdmin = role === 'admin' && mayDo(permissions, 'consultations');
      const row = await findVisible(db, { id, isAdmin }, request.params.id);
      if (!row) throw new AppError('ATTACHMENT_NOT_FOUND');
      if (row.scan === 'pending') throw new AppError('SCAN_PENDING');
      if (row.scan === 'infected') throw new AppError('INFECTED');
      if (isAdmin && row.customer_id !== null && row.customer_id !== id) {
        const act = { action: 'attachment.view', subjectType: 'attachment', subjectId: row.id } as const;
        await recordAudit(db, { ...adminOf(request), ...act });
      }
      reply.headers(FILE_HEADERS);
      if (request.query.preview) {
        const preview = await readPreview({ ...attachments, drawing }, row);
        if (!preview) throw new AppError('ATTACHMENT_NOT_FOUND');
        return reply.type('image/webp').send(preview);
      }
      const { filename } = presentAttachment(dataKeys, row);
      const bytes = await readVerified(attachments, row);
      return reply
        .type(row.media_type)
        .headers({ 'content-length': row.size, 'content-disposition': disposition(filename) })
        .send(Readable.from(bytes, { objectMode: false }));
    },
  );
};

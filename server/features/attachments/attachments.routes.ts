import { Readable } from 'node:stream';
import fastifyMultipart from '@fastify/multipart';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { createRecordLook } from '#server/features/audit/record-look.ts';
import { adminOf } from '#server/http/acting-admin.ts';
import { route } from '#server/http/api/route.ts';
import { createTransfers, endSlowDownload } from '#server/http/guards/transfers.ts';
import { actorOf, hasPermission, sessionIdOf } from '#server/http/session.ts';
import { AppError } from '#server/lib/errors.ts';
import { createWorkerProcess } from '#server/lib/process/worker-process.ts';
import { idParam } from '#shared/contract/fields.ts';
import * as attachmentCalls from '#shared/features/attachments/calls.ts';
import {
  attachment,
  attachmentBytes,
  attachmentQuery,
  filePages,
  uploadAttachmentBody,
} from '#shared/features/attachments/schemas.ts';
import { presentAttachment } from './attachments.lookup.ts';
import { disposition } from './names/stored-name.ts';
import type { PagesResult, PagesWork } from './pages/draw-pages.ts';
import { createPageReader, isInPages } from './pages/read-pages.ts';
import { createPreviews, PREVIEW_MS } from './preview/read-preview.ts';
import { beginFormFile, bytesOf, FORM_LIMITS, isFormFile } from './read-form-file.ts';
import { recordFileView } from './record-file-view.ts';
import { createUploadGuard } from './storing/admit-upload.ts';
import type { AttachmentDeps } from './storing/attachment-deps.ts';
import { readVerified } from './storing/read-verified.ts';
import { storeAttachment } from './storing/store-attachment.ts';
import { findVisible, type VisibleFile } from './storing/stored-files.queries.ts';

const READING_ERRORS = [
  'ATTACHMENT_NOT_FOUND',
  'TOO_MANY_REQUESTS',
  'SCAN_PENDING',
  'INFECTED',
  'FILE_DAMAGED',
  'FILES_UNAVAILABLE',
] as const;

/** A downloaded file never runs as a page of this site. */
const FILE_HEADERS = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Each holds a part of a file in memory. */
const DOWNLOADS_AT_ONCE = { perUser: 3, perProcess: 30 };
/** Previews and small files: a page has many of them. */
const SMALL_BYTES = 128 * 1024;
const SMALL_AT_ONCE = { perUser: 30, perProcess: 300 };
/** Small enough to notice soon whether the client reads. */
const SLICE_BYTES = 64 * 1024;

async function* slicesOf(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const part of parts) {
    for (let at = 0; at < part.length; at += SLICE_BYTES) yield part.subarray(at, at + SLICE_BYTES);
  }
}

/** Files of conversations, for customers and administrators (contract §5). */
export const attachmentsRoutes: FastifyPluginAsync<{ attachments: AttachmentDeps }> = async (app, { attachments }) => {
  const { db, dataKeys, clock } = attachments;
  await app.register(fastifyMultipart, { limits: FORM_LIMITS });
  const drawing = createWorkerProcess<Uint8Array, Uint8Array | undefined>(
    new URL('./preview/preview-process.ts', import.meta.url),
    { timeLimitMs: PREVIEW_MS },
  );
  const readPreview = createPreviews({ ...attachments, drawing });
  const drawingPages = createWorkerProcess<PagesWork, PagesResult>(
    new URL('./pages/pages-process.ts', import.meta.url),
    { timeLimitMs: PREVIEW_MS },
  );
  const pageReader = createPageReader({ ...attachments, drawing: drawingPages });
  const downloads = createTransfers(DOWNLOADS_AT_ONCE);
  const small = createTransfers(SMALL_AT_ONCE);
  const recordLook = createRecordLook(db);
  app.addHook('onClose', async () => {
    drawing.close();
    drawingPages.close();
  });

  /**
   * Finds the file that is asked for, records who reads it, and counts the transfer.
   * @throws AppError ATTACHMENT_NOT_FOUND, SCAN_PENDING, INFECTED, TOO_MANY_REQUESTS
   */
  async function admit(
    request: FastifyRequest,
    reply: FastifyReply,
    { attachmentId, isDrawn }: { attachmentId: number; isDrawn: boolean },
  ): Promise<VisibleFile> {
    const { id } = actorOf(request);
    const isAdmin = hasPermission(request, 'consultations');
    const mayReadCases = hasPermission(request, 'orders');
    const row = await findVisible(db, { id, isAdmin, mayReadCases }, attachmentId, clock.now());
    if (!row) throw new AppError('ATTACHMENT_NOT_FOUND');
    if (row.scan === 'pending') throw new AppError('SCAN_PENDING');
    if (row.scan === 'infected') throw new AppError('INFECTED');
    (isDrawn || row.size <= SMALL_BYTES ? small : downloads).begin(id, reply);
    endSlowDownload(reply);
    const isOfCustomer = isAdmin && row.customer_id !== null && row.customer_id !== id;
    const isOfCase = mayReadCases && row.paper_id !== null && row.owner_id !== id;
    if (isOfCustomer || isOfCase) {
      const subject = { subjectType: 'attachment', subjectId: row.id } as const;
      const act = { ...adminOf(request), ...subject, action: 'attachment.view' } as const;
      // The pages of a PDF are one look at it.
      await (isDrawn ? recordLook(act) : recordAudit(db, act));
    }
    await recordFileView(db, row, { id, isStaff: isOfCustomer || isOfCase }, clock.now());
    return row;
  }

  route(
    app,
    attachmentCalls.upload,
    {
      summary: 'Upload a file for a message',
      consumes: ['multipart/form-data'],
      deadline: 'none',
      body: uploadAttachmentBody,
      answer: attachment,
      onRequest: createUploadGuard(attachments),
      preValidation: beginFormFile,
      errors: [
        'PERMISSION_REQUIRED',
        'FILE_TYPE',
        'FILE_TOO_LARGE',
        'FILE_QUOTA',
        'TOO_MANY_REQUESTS',
        'FILES_UNAVAILABLE',
      ],
    },
    async (request) => {
      const { id, role } = actorOf(request);
      const { file } = request.body;
      if (!isFormFile(file)) throw new AppError('BAD_REQUEST');
      try {
        const upload = { filename: file.filename, bytes: bytesOf(file) };
        const session = { id: sessionIdOf(request), needs: 'consultations' } as const;
        const uploader = { id, session: role === 'admin' ? session : undefined };
        const stored = await storeAttachment(attachments, uploader, upload);
        return presentAttachment(dataKeys, stored);
      } finally {
        // All that was refused half-way is read and dropped, so that the answer arrives.
        file.stream.resume();
      }
    },
  );

  route(
    app,
    attachmentCalls.download,
    {
      summary: 'Download a file, the preview of an image, or a page of a PDF',
      params: idParam,
      query: attachmentQuery,
      answer: attachmentBytes,
      produces: ['application/octet-stream'],
      deadline: 'none',
      exposeHeadRoute: false,
      errors: READING_ERRORS,
    },
    async (request, reply) => {
      const { preview: isPreview, page } = request.query;
      const isDrawn = isPreview !== undefined || page !== undefined;
      const row = await admit(request, reply, { attachmentId: request.params.id, isDrawn });
      reply.headers(FILE_HEADERS);
      if (isDrawn) {
        const inPages = page !== undefined && isInPages(row) ? await pageReader.draw(row, page) : undefined;
        const image = page === undefined ? await readPreview(row) : inPages;
        if (!image) throw new AppError('ATTACHMENT_NOT_FOUND');
        return reply.type('image/webp').send(Buffer.from(image));
      }
      const { filename } = presentAttachment(dataKeys, row);
      const bytes = await readVerified(attachments, row);
      return reply
        .type(row.media_type)
        .headers({ 'content-length': row.size, 'content-disposition': disposition(filename, row.media_type) })
        .send(Readable.from(slicesOf(bytes), { objectMode: false }));
    },
  );
  route(
    app,
    attachmentCalls.pages,
    {
      summary: 'How a PDF can be shown page by page',
      params: idParam,
      answer: filePages,
      deadline: 'none',
      errors: READING_ERRORS,
    },
    async (request, reply) => {
      const row = await admit(request, reply, { attachmentId: request.params.id, isDrawn: true });
      if (!isInPages(row)) throw new AppError('ATTACHMENT_NOT_FOUND');
      return pageReader.list(row);
    },
  );
};

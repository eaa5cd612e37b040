import { call } from '#shared/contract/call.ts';
import type { IdParam } from '#shared/contract/fields.ts';
import type { Attachment, AttachmentBytes, AttachmentQuery, FilePages, UploadAttachmentBody } from './schemas.ts';

/**
 * Takes `multipart/form-data`. The file belongs to no conversation until a message names its id.
 */
export const upload = call<{ body: UploadAttachmentBody; answer: Attachment }>('POST', '/api/attachments', {
  access: 'user',
  status: 201,
});

/**
 * For customers and administrators alike. With `preview=1` a re-encoded image, with `page` one of a page
 * of a PDF, else the original bytes.
 */
export const download = call<{ params: IdParam; query: AttachmentQuery; answer: AttachmentBytes }>(
  'GET',
  '/api/attachments/:id',
  { access: 'user' },
);

/** How a PDF can be shown page by page; other files have no pages (404). */
export const pages = call<{ params: IdParam; answer: FilePages }>('GET', '/api/attachments/:id/pages', {
  access: 'user',
});

import { call } from '#shared/contract/call.ts';
import type { IdParam } from '#shared/contract/fields.ts';
import type { Attachment, AttachmentBytes, AttachmentQuery, UploadAttachmentBody } from './schemas.ts';

/**
 * Takes `multipart/form-data`. The file belongs to no conversation until a message names its id.
 */
export const upload = call<{ body: UploadAttachmentBody; answer: Attachment }>('POST', '/api/attachments', {
  access: 'user',
  status: 201,
});

/**
 * For customers and administrators alike. With `preview=1` a re-encoded image, else the original
 * bytes.
 */
export const download = call<{ params: IdParam; query: AttachmentQuery; answer: AttachmentBytes }>(
  'GET',
  '/api/attachments/:id',
  { access: 'user' },
);

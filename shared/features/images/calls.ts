import { call } from '#shared/contract/call.ts';
import type { UploadedImage, UploadImageBody } from './schemas.ts';

/** Takes `multipart/form-data`. */
export const upload = call<{ body: UploadImageBody; answer: UploadedImage }>('POST', '/api/admin/images', {
  access: 'admin',
  status: 201,
});

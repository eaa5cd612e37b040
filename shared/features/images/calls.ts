import { call } from '#shared/contract/call.ts';
import type { ListedImage, UploadedImage, UploadImageBody } from './schemas.ts';

/** Takes `multipart/form-data`. */
export const upload = call<{ body: UploadImageBody; answer: UploadedImage }>('POST', '/api/admin/images', {
  access: 'admin',
  needs: 'catalogue',
  status: 201,
});

/** The newest ones, newest first. */
export const list = call<{ answer: ListedImage[] }>('GET', '/api/admin/images', {
  access: 'admin',
  needs: 'catalogue',
});

import type { UploadImageResponse } from '#shared/contract/admin-images.ts';
import { api } from '#web/lib/api-client.ts';

/** Ten megabytes over a phone, and the making of all sizes. */
const TIMEOUT_MS = 120_000;

/** @throws ApiError with the sentence that says what is wrong with the file */
export const uploadImage = (file: File, signal: AbortSignal) =>
  api.upload<UploadImageResponse>('/api/admin/images', file, { signal, timeoutMs: TIMEOUT_MS });

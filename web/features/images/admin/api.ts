import { queryOptions } from '@tanstack/react-query';
import * as imageCalls from '#shared/features/images/calls.ts';
import { ADMIN_KEY } from '#web/admin-kit/admin-key.ts';
import { send } from '#web/lib/send.ts';
import { sendFile } from '#web/lib/send-file.ts';

/** Ten megabytes over a mobile network, and the conversion to all sizes. */
const TIMEOUT_MS = 120_000;

/** @throws ApiError with the sentence that says what is wrong with the file */
export const uploadImage = (file: File, signal: AbortSignal) =>
  sendFile(imageCalls.upload, file, { signal, timeoutMs: TIMEOUT_MS });

/** The pictures that were uploaded before, newest first. */
export const imagesQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'images'],
  queryFn: ({ signal }) => send(imageCalls.list, { signal }),
});

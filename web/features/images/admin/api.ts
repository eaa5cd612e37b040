import * as imageCalls from '#shared/features/images/calls.ts';
import { sendFile } from '#web/lib/send-file.ts';

/** Ten megabytes over a mobile network, and the conversion to all sizes. */
const TIMEOUT_MS = 120_000;

/** @throws ApiError with the sentence that says what is wrong with the file */
export const uploadImage = (file: File, signal: AbortSignal) =>
  sendFile(imageCalls.upload, file, { signal, timeoutMs: TIMEOUT_MS });

import type { Call } from '#shared/contract/call.ts';
import { sendFile } from './send-file.ts';

/** Long enough for a large file on a slow phone network. */
const TIMEOUT_MS = 15 * 60_000;

type Options = {
  signal: AbortSignal;
  /** Receives the progress, from 0 to 1. */
  onProgress: (part: number) => void;
};

function send(path: string, { method = 'GET', headers, body, signal }: RequestInit, onProgress: Options['onProgress']) {
  return new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () => {
      const retryAfter = request.getResponseHeader('retry-after');
      resolve(
        new Response(request.responseText, {
          status: request.status,
          headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
        }),
      );
    });
    request.addEventListener('error', () => reject(new TypeError('upload failed')));
    request.addEventListener('abort', () => reject(new DOMException('upload ended', 'AbortError')));
    signal?.addEventListener('abort', () => request.abort());
    request.send(body instanceof FormData ? body : null);
  });
}

/**
 * Uploads a file with progress, until the signal ends it. `fetch` reports no progress in all
 * browsers.
 */
export function uploadFile<Parts extends { body: { file: unknown }; answer: unknown }>(
  call: Call<Parts>,
  file: File,
  { signal, onProgress }: Options,
): Promise<Parts['answer']> {
  return sendFile(call, file, {
    signal,
    timeoutMs: TIMEOUT_MS,
    transport: (path, init) => send(path, init, onProgress),
  });
}

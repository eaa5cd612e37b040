import { callServer } from '#web/lib/api-client.ts';

/** A large file takes its time. */
const TIMEOUT_MS = 15 * 60_000;

/** The name that the server gave the file. */
function nameOf(disposition: string | null): string {
  return /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? '';
}

/**
 * Saves a file of the server by a call, not by a link: a refusal is shown, and a second factor
 * asked for where one is needed.
 * @throws ApiError
 */
export async function download(url: string): Promise<void> {
  const response = await callServer('GET', url, undefined, { timeoutMs: TIMEOUT_MS });
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = nameOf(response.headers.get('content-disposition'));
  link.click();
  // The browser has taken the file over by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

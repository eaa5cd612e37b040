import type { Call } from '#shared/contract/call.ts';
import { type CallOptions, callServer } from './api-client.ts';

/**
 * Makes a call whose response stays open: returns its bytes as they arrive. `timeoutMs` covers the
 * whole response.
 * @throws ApiError where the call fails
 */
export async function sendStream(call: Call, options: CallOptions): Promise<ReadableStream<Uint8Array>> {
  const { body } = await callServer(call.method, call.path, undefined, options);
  return body ?? new ReadableStream({ start: (controller) => controller.close() });
}

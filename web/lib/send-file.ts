import type { Call } from '#shared/contract/call.ts';
import { type CallOptions, callServer, readAnswer } from './api-client.ts';

/** Makes a call that uploads one file as a form. */
export function sendFile<Parts extends { body: { file: unknown }; answer: unknown }>(
  call: Call<Parts>,
  file: File,
  options: CallOptions,
): Promise<Parts['answer']>;
export async function sendFile(call: Call, file: File, options: CallOptions): Promise<unknown> {
  const form = new FormData();
  form.append('file', file);
  return readAnswer(await callServer(call.method, call.path, form, options));
}

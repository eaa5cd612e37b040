import type { Call } from '#shared/contract/call.ts';
import { type CallOptions, callServer } from './api-client.ts';
import { type AddressOf, type AnyAddress, type Argument, urlOf } from './send.ts';

/** Makes a call whose response is text, not JSON. */
export function sendText<Parts extends { answer: string }>(
  call: Call<Parts>,
  ...input: Argument<AddressOf<Parts> & CallOptions>
): Promise<string>;
export async function sendText(call: Call, input: AnyAddress & CallOptions = {}): Promise<string> {
  return (await callServer(call.method, urlOf(call, input), undefined, input)).text();
}

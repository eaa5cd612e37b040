import type { Method } from '#shared/contract/call.ts';
import { type CallOptions, callServer, readAnswer } from './api-client.ts';

async function call<T>(method: Method, path: string, body: unknown, options: CallOptions): Promise<T> {
  // The server validates its answers by the contract's schemas, so the type is the caller's word for it.
  return (await readAnswer(await callServer(method, path, body, options))) as T;
}

/** The calls that are in no table yet. */
export const api = {
  get: <T>(path: string, options: CallOptions = {}) => call<T>('GET', path, undefined, options),
  post: <T>(path: string, body?: unknown, options: CallOptions = {}) => call<T>('POST', path, body, options),
  put: <T>(path: string, body?: unknown, options: CallOptions = {}) => call<T>('PUT', path, body, options),
  patch: <T>(path: string, body?: unknown, options: CallOptions = {}) => call<T>('PATCH', path, body, options),
  delete: <T>(path: string, options: CallOptions = {}) => call<T>('DELETE', path, undefined, options),
};

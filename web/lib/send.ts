import type { Call, CallParts } from '#shared/contract/call.ts';
import { type CallOptions, callServer, readAnswer } from './api-client.ts';

/** An address takes a number as its digits. */
type InAddress<T> = { [K in keyof T]: T[K] | number };

export type AddressOf<Parts> = (Parts extends { params: infer T extends object } ? { params: InAddress<T> } : object) &
  (Parts extends { query: infer T extends object } ? (object extends T ? { query?: T } : { query: T }) : object);

type Body<Parts> = Parts extends { body: infer T } ? { body: T } : object;

/** An argument that can be left out where nothing in it is required. */
export type Argument<T> = object extends T ? [input?: T] : [input: T];

export type AnyAddress = { params?: object; query?: object };

/** Address of a call with its parameters. Query parameters that are undefined are left out. */
export function urlOf<Parts extends CallParts>(call: Call<Parts>, ...input: Argument<AddressOf<Parts>>): string;
export function urlOf({ path }: Call, { params = {}, query = {} }: AnyAddress = {}): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(Reflect.get(params, name)));
  const set = Object.entries(query).filter(([, value]) => value !== undefined);
  return set.length > 0 ? `${filled}?${new URLSearchParams(set)}` : filled;
}

/**
 * Makes a call. The server checks its answers by the schemas that the call's types are made from.
 * @throws ApiError where the call fails; the reason of the signal where the caller ended it
 */
export function send<Parts extends CallParts>(
  call: Call<Parts>,
  ...input: Argument<AddressOf<Parts> & Body<Parts> & CallOptions>
): Promise<Parts['answer']>;
export async function send(call: Call, input: AnyAddress & { body?: unknown } & CallOptions = {}): Promise<unknown> {
  return readAnswer(await callServer(call.method, urlOf(call, input), input.body, input));
}

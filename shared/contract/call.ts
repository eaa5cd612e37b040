import type { Needs } from '#shared/features/accounts/permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may make a call. `admin`: accounts with the role; `user`: any account that is logged in. */
export type Access = 'public' | 'user' | 'admin';

/** Describes what a call takes and answers, as it is on the wire. A part that is left out is not taken. */
export type CallParts = { params?: object; query?: object; body?: object; answer: unknown };

type CallOptions = (
  | { access: Exclude<Access, 'admin'>; needs?: never }
  /** A call of the admin area names the permissions of which it needs one. */
  | { access: 'admin'; needs: Needs }
) & {
  /**
   * Status of the answer, 200 unless given. Of several, the handler chooses; the first is its
   * default.
   */
  status?: number | readonly [number, ...number[]];
  /**
   * Needs a second factor that was given within 10 minutes, from those who have one (contract §6).
   * `everyone`: people without one need a login, or their password, within 10 minutes.
   */
  stepUp?: true | 'everyone';
  /** Pages send it by themselves: it does not keep an administrator's session open (contract §6). */
  isAutomatic?: true;
  /** The answer sets its own Cache-Control; every other call answers `no-store`. */
  isCacheable?: true;
  /** Sent by another server, which has no CSRF token (contract §2). */
  isCsrfExempt?: true;
};

declare const parts: unique symbol;

/**
 * One call of the API: what server and pages both need to know of it. The types in `Parts` exist
 * for the compiler alone.
 */
export type Call<Parts extends CallParts = CallParts> = CallOptions & {
  readonly method: Method;
  /** As in `/api/soldiers/:id`. */
  readonly path: string;
  readonly [parts]?: Parts;
};

/**
 * Describes a call. Tables import their schemas as types only, so that a page without a form loads
 * no zod (decision 021).
 */
// biome-ignore format: bundlers read the annotation only directly before the function
/* @__NO_SIDE_EFFECTS__ */ export function call<Parts extends CallParts>(method: Method, path: string, options: CallOptions): Call<Parts> {
  return { method, path, ...options };
}

/** Calls as grouped in the OpenAPI document. */
export type CallTable = {
  /** Prefix of the operation ids: `soldiers` and `listMine` give `soldiersListMine`. */
  readonly name: string;
  readonly description: string;
  readonly calls: Readonly<Record<string, Call>>;
};

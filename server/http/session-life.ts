import { DAY_MS, HOUR_MS } from '#server/lib/time.ts';

/** A session that is kept in the browser ends after this long without use (contract §2). */
const IDLE_MS = 30 * DAY_MS;
/** Renewed at most once a day: a write per call would make every read a commit. */
const RENEW_AFTER_MS = DAY_MS;
/** One that ends with the browser ends after this long at the latest (contract §3). */
const UNKEPT_MS = 12 * HOUR_MS;

export type SessionKind = {
  /** False: the cookie ends with the browser. */
  isPersistent: boolean;
};

/** How long a session lasts, in milliseconds. */
export type SessionLife = {
  /** Without use. */
  idleMs: number;
  /** Since it was opened, however much it is used; undefined: without end. */
  absoluteMs: number | undefined;
  /** The end moves only when it would move by at least this much. */
  renewAfterMs: number;
  /** How long the browser keeps the cookie; undefined: until it is closed. */
  cookieMs: number | undefined;
};

export function sessionLife({ isPersistent }: SessionKind): SessionLife {
  if (!isPersistent) {
    return { idleMs: UNKEPT_MS, absoluteMs: UNKEPT_MS, renewAfterMs: RENEW_AFTER_MS, cookieMs: undefined };
  }
  return { idleMs: IDLE_MS, absoluteMs: undefined, renewAfterMs: RENEW_AFTER_MS, cookieMs: IDLE_MS };
}

/** When a session that is used now ends. */
export function sessionEnd({ idleMs, absoluteMs }: SessionLife, openedAt: Date, now: Date): Date {
  const idleEnd = now.getTime() + idleMs;
  const end = absoluteMs === undefined ? idleEnd : Math.min(idleEnd, openedAt.getTime() + absoluteMs);
  return new Date(end);
}

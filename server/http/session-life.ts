import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/lib/time.ts';

/** Idle timeout of a persistent session (contract §2). */
const IDLE_MS = 30 * DAY_MS;
/** Interval of renewals: a write per call would make every read a commit. */
const RENEW_AFTER_MS = DAY_MS;
/** Absolute lifetime of a session that ends with the browser (contract §3). */
const UNKEPT_MS = 12 * HOUR_MS;

/** Sessions of administrators (contract §6). */
const ADMIN_IDLE_MS = 30 * MINUTE_MS;
const ADMIN_MS = 12 * HOUR_MS;

export type SessionKind = {
  role: 'user' | 'admin';
  /** False: the cookie ends with the browser. */
  isPersistent: boolean;
};

/** Lifetime of a session, in milliseconds. */
export type SessionLife = {
  /** Idle timeout. */
  idleMs: number;
  /** Absolute timeout; undefined for none. */
  absoluteMs: number | undefined;
  /** The expiry is extended only by at least this much. */
  renewAfterMs: number;
  /** `Max-Age` of the cookie; undefined for a cookie that ends with the browser. */
  cookieMs: number | undefined;
};

export function sessionLife({ role, isPersistent }: SessionKind): SessionLife {
  if (role === 'admin') {
    const cookieMs = isPersistent ? ADMIN_MS : undefined;
    return { idleMs: ADMIN_IDLE_MS, absoluteMs: ADMIN_MS, renewAfterMs: MINUTE_MS, cookieMs };
  }
  if (!isPersistent) {
    return { idleMs: UNKEPT_MS, absoluteMs: UNKEPT_MS, renewAfterMs: RENEW_AFTER_MS, cookieMs: undefined };
  }
  return { idleMs: IDLE_MS, absoluteMs: undefined, renewAfterMs: RENEW_AFTER_MS, cookieMs: IDLE_MS };
}

/** Returns the expiry of a session that is used now. */
export function sessionEnd({ idleMs, absoluteMs }: SessionLife, openedAt: Date, now: Date): Date {
  const idleEnd = now.getTime() + idleMs;
  const end = absoluteMs === undefined ? idleEnd : Math.min(idleEnd, openedAt.getTime() + absoluteMs);
  return new Date(end);
}

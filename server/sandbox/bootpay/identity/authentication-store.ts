import type pg from 'pg';
import type { OpenType } from '../receipt.ts';
import { openSandboxPool } from '../receipt-store.ts';
import { AUTH_STATUS, type EnteredPerson, type SandboxAuthentication } from './authentication.ts';

type NewAuthentication = {
  receiptId: string;
  authenticationId: string;
  orderName: string;
  openType: OpenType;
  redirectUrl: string | null;
  requestedAt: Date;
  expiresAt: Date;
};

/**
 * The stand-in's memory of identity checks; `undefined` means that the check was in no state for
 * it.
 */
export type AuthenticationStore = {
  open: (authentication: NewAuthentication) => Promise<void>;
  find: (receiptId: string) => Promise<SandboxAuthentication | undefined>;
  prove: (proof: { receiptId: string; person: EnteredPerson; now: Date }) => Promise<SandboxAuthentication | undefined>;
  fail: (receiptId: string) => Promise<SandboxAuthentication | undefined>;
  close: () => Promise<void>;
};

const OPEN = `
  insert into sandbox.authentications
    (receipt_id, authentication_id, order_name, open_type, redirect_url, requested_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7)`;

const FIND = 'select * from sandbox.authentications where receipt_id = $1';

const PROVE = `
  update sandbox.authentications set status = ${AUTH_STATUS.proven}, person = $3, authenticated_at = $2
  where receipt_id = $1 and status = ${AUTH_STATUS.waiting} and expires_at > $2
  returning *`;

const FAIL = `
  update sandbox.authentications set status = ${AUTH_STATUS.failed}
  where receipt_id = $1 and status = ${AUTH_STATUS.waiting}
  returning *`;

/** Creates the store of identity checks in the schema `sandbox`. */
export function createAuthenticationStore(connection: pg.ClientConfig): AuthenticationStore {
  const pool = openSandboxPool(connection);
  async function one(name: string, text: string, values: unknown[]): Promise<SandboxAuthentication | undefined> {
    const { rows } = await pool.query<SandboxAuthentication>({ name, text, values });
    return rows[0];
  }
  return {
    async open({ receiptId, authenticationId, orderName, openType, redirectUrl, requestedAt, expiresAt }) {
      const values = [receiptId, authenticationId, orderName, openType, redirectUrl, requestedAt, expiresAt];
      await one('sandbox-auth-open', OPEN, values);
    },
    find: (receiptId) => one('sandbox-auth-find', FIND, [receiptId]),
    prove: ({ receiptId, person, now }) => one('sandbox-auth-prove', PROVE, [receiptId, now, JSON.stringify(person)]),
    fail: (receiptId) => one('sandbox-auth-fail', FAIL, [receiptId]),
    close: () => pool.end(),
  };
}

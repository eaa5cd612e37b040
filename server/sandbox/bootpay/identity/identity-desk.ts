import { randomBytes } from 'node:crypto';
import type { Clock } from '#server/lib/clock.ts';
import { MINUTE_MS } from '#server/lib/time.ts';
import { ProviderError } from '../provider-error.ts';
import { AUTH_STATUS, type EnteredPerson, type SandboxAuthentication } from './authentication.ts';
import type { AuthenticationStore } from './authentication-store.ts';
import type { IdentityRequest } from './identity-request.ts';

/** How long a check can be finished. */
const LIFE_MS = 30 * MINUTE_MS;

/**
 * Everything that can happen to an identity check. Throws ProviderError where the provider would
 * refuse.
 */
export type IdentityDesk = {
  open: (request: IdentityRequest) => Promise<SandboxAuthentication>;
  find: (receiptId: string) => Promise<SandboxAuthentication>;
  /** Undefined for the receipt of a payment. */
  peek: (receiptId: string) => Promise<SandboxAuthentication | undefined>;
  prove: (receiptId: string, person: EnteredPerson) => Promise<SandboxAuthentication>;
  /** Undefined when nothing waits. */
  fail: (receiptId: string) => Promise<SandboxAuthentication | undefined>;
  /** Returns what the shop's server reads; a check that was not finished is refused after its time. */
  certify: (receiptId: string) => Promise<SandboxAuthentication>;
};

/** Creates the part of the sandbox that runs identity checks. */
export function createIdentityDesk({ store, clock }: { store: AuthenticationStore; clock: Clock }): IdentityDesk {
  async function find(receiptId: string): Promise<SandboxAuthentication> {
    const authentication = await store.find(receiptId);
    if (!authentication) throw new ProviderError('RC_NOT_FOUND');
    return authentication;
  }

  return {
    async open(request) {
      const now = clock.now();
      const receiptId = randomBytes(12).toString('hex');
      await store.open({
        receiptId,
        authenticationId: request.authentication_id,
        orderName: request.order_name,
        // The client SDK's own default since version 5.
        openType: request.extra?.open_type ?? 'redirect',
        redirectUrl: request.redirect_url ?? null,
        requestedAt: now,
        expiresAt: new Date(now.getTime() + LIFE_MS),
      });
      return find(receiptId);
    },
    find,
    peek: (receiptId) => store.find(receiptId),
    async prove(receiptId, person) {
      const proven = await store.prove({ receiptId, person, now: clock.now() });
      if (proven) return proven;
      const { status } = await find(receiptId);
      throw new ProviderError(status === AUTH_STATUS.waiting ? 'AUTH_EXPIRED' : 'AUTH_NOT_CONFIRMED');
    },
    fail: (receiptId) => store.fail(receiptId),
    async certify(receiptId) {
      const authentication = await find(receiptId);
      const isOver = authentication.status === AUTH_STATUS.waiting && authentication.expires_at <= clock.now();
      if (isOver) throw new ProviderError('AUTH_EXPIRED');
      return authentication;
    },
  };
}

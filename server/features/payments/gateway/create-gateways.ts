import type { PaymentConfig } from '#server/config.ts';
import type { IdentityProvider } from '#server/features/accounts/identity-provider.ts';
import type { Clock } from '#server/lib/clock.ts';
import { SANDBOX_API_PATH } from '#shared/platform/payment-hosts.ts';
import { createBootpayClient } from './bootpay-client.ts';
import { createBootpayGateway } from './bootpay-gateway.ts';
import type { PaymentGateway } from './gateway.ts';
import { createIdentityGateway } from './identity-gateway.ts';
import { rememberMisses } from './remember-misses.ts';

type Options = {
  payment: PaymentConfig;
  clock: Clock;
  /** The address of the shop itself, where the sandbox answers. */
  ownUrl: () => string;
  /** How long a call may take. */
  deadlineMs?: number | undefined;
};

/** Describes what the provider does for the shop, the same for the server and for commands that ask it. */
export type Gateways = {
  payments: PaymentGateway;
  /** Undefined where the contract with the provider does not include it. */
  identity: IdentityProvider | undefined;
};

/** Creates the gateways on one client, so that they share a token. Nothing connects yet. */
export function createGateways({ payment, clock, ownUrl, deadlineMs }: Options): Gateways {
  const client = createBootpayClient({
    payment,
    clock,
    sandboxApiUrl: () => `${ownUrl()}${SANDBOX_API_PATH}`,
    deadlineMs,
  });
  return {
    payments: rememberMisses(createBootpayGateway(client), clock),
    identity: payment.offersIdentityCheck ? createIdentityGateway(client) : undefined,
  };
}

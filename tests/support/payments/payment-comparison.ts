import type pg from 'pg';
import type { Db } from '#server/db/transaction.ts';
import { createBootpayClient } from '#server/features/payments/gateway/bootpay-client.ts';
import { createBootpayGateway } from '#server/features/payments/gateway/bootpay-gateway.ts';
import { PAYMENT_TIMING } from '#server/features/payments/payment-deps.ts';
import { compareWithProvider } from '#server/features/payments/reconciliation/compare-with-provider.ts';
import { systemClock } from '#server/lib/clock.ts';
import { createDataKeys, readKeyRing } from '#server/lib/keys/data-keys.ts';
import { newDataKey } from '#server/lib/keys/key-ring.ts';
import { createLogger } from '#server/lib/logger.ts';
import { SANDBOX_PATH } from '#shared/platform/payment-hosts.ts';
import { DEFAULT_DESK_HOURS } from '#shared/rules/business-days.ts';
import { PROVIDER_KEYS } from '#tests/support/providers/provider-server.ts';

const OPEN = `
  select format('order %s: %s of %s, ours %s, theirs %s', o.order_number, d.kind, d.receipt_id, d.ours, d.theirs) as line
  from payment_differences d join orders o on o.id = d.order_id where d.handled_at is null order by d.id`;

/**
 * Runs the shop's own comparison with the provider without its pauses. Returns what is listed then.
 */
export async function compareBooks(db: Db, pool: pg.Pool, providerUrl: string): Promise<string[]> {
  const gateway = createBootpayGateway(
    createBootpayClient({
      payment: {
        sandbox: false,
        acceptsTestPayments: false,
        offersIdentityCheck: false,
        credentials: { kind: 'keys', ...PROVIDER_KEYS },
        apiUrl: `${providerUrl}${SANDBOX_PATH}/v2`,
      },
      clock: systemClock,
      sandboxApiUrl: () => '',
    }),
  );
  const log = createLogger('fatal');
  const deps = {
    db,
    clock: systemClock,
    gateway,
    log,
    acceptsTestPayments: false,
    fourEyesWon: undefined,
    dataKeys: createDataKeys(db, readKeyRing(newDataKey()), log),
    timing: PAYMENT_TIMING,
    deskHours: DEFAULT_DESK_HOURS,
  };
  await compareWithProvider(deps, { paceMs: 0 });
  const { rows } = await pool.query<{ line: string }>(OPEN);
  return rows.map(({ line }) => line);
}

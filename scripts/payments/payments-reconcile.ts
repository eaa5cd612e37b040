/**
 * `npm run payments:reconcile [-- --apply] [--receipts FILE]`: finds receipts whose money the
 * provider holds and whose order is not paid here: of known receipts, and of a file with a receipt
 * id on each line. With `--apply` they are processed as a webhook is: the order is confirmed, or
 * the money of one that takes none any more goes back. Exit code 1 while something is left.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/db/connection.ts';
import { createGateways } from '../../server/features/payments/gateway/create-gateways.ts';
import { PAYMENT_TIMING } from '../../server/features/payments/payment-deps.ts';
import { processQuietly } from '../../server/features/payments/processing/process-due-receipts.ts';
import {
  findLostPayments,
  listUnpaidReceipts,
} from '../../server/features/payments/reconciliation/find-lost-payments.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { createDataKeys, readKeyRing } from '../../server/lib/keys/data-keys.ts';
import { makeDevDataKeys } from '../../server/lib/keys/dev-data-keys.ts';
import { createLogger } from '../../server/lib/logger.ts';
import { DAY_MS } from '../../server/lib/time.ts';
import { reachDatabase } from '../reach-database.ts';
import { runCommand } from '../run-command.ts';

/** As long as webhooks are kept. */
const LOOKED_BACK_MS = 90 * DAY_MS;
const { values } = parseArgs({
  options: { apply: { type: 'boolean', default: false }, receipts: { type: 'string' } },
});

function readIds(file: string | undefined): string[] {
  if (file === undefined) return [];
  return readFileSync(file, 'utf8')
    .split(/[\s,;"]+/)
    .filter(Boolean);
}

await runCommand(async () => {
  const config = loadConfig();
  const given = readIds(values.receipts);
  const { connection, leave } = await reachDatabase(config, { mustExist: true });
  const database = openDatabase({ connection, poolSize: 2 });
  const clock = systemClock;
  const { payment, deskHours } = config;
  const gateways = createGateways({ payment, clock, ownUrl: () => `http://127.0.0.1:${config.port}` });
  const keys = config.dataKeys ?? (await makeDevDataKeys(config.dataDir));
  const log = createLogger(config.logLevel);
  const deps = {
    db: database.db,
    clock,
    log,
    dataKeys: createDataKeys(database.db, readKeyRing(keys), log),
    gateway: gateways.payments,
    acceptsTestPayments: payment.acceptsTestPayments,
    fourEyesWon: config.fourEyesWon,
    deskHours,
    timing: PAYMENT_TIMING,
  };
  try {
    const known = await listUnpaidReceipts(database.db, new Date(clock.now().getTime() - LOOKED_BACK_MS));
    const ids = [...known, ...given];
    let { lost, unanswered } = await findLostPayments(deps, ids);
    if (values.apply && lost.length > 0) {
      for (const { orderId, receiptId } of lost) {
        if (orderId !== undefined) await processQuietly(deps, orderId, receiptId);
      }
      ({ lost, unanswered } = await findLostPayments(deps, ids));
    }
    for (const { orderNumber, receiptId, heldWon, orderId } of lost) {
      console.log(
        `${orderNumber}  ${receiptId}  ${heldWon} won  ${orderId === undefined ? 'no such order' : 'not paid here'}`,
      );
    }
    console.log(
      `${new Set(ids).size} receipts asked for, ${lost.length} differ, ${unanswered.length} without an answer`,
    );
    if (lost.length + unanswered.length > 0) process.exitCode = 1;
  } finally {
    await database.close();
    await leave();
  }
});

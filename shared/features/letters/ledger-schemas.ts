import { z } from 'zod';
import { exportReason, koreanMonth } from '#shared/contract/admin-lists.ts';

/** The month in which the firm signed; without one all that are kept. */
export const ledgerQuery = z.object({ month: koreanMonth.optional(), reason: exportReason });
export type LedgerQuery = z.input<typeof ledgerQuery>;
export type ValidLedgerQuery = z.output<typeof ledgerQuery>;

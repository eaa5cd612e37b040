/**
 * Switches for what the provider's own documents leave open or say in two ways. The shop has to be
 * right under each reading, so the stand-in can play every one of them. Sources, all in the
 * provider's public repositories: C = bootpay-mcp `examples/server-cancel.md`, T = bootpay-mcp
 * `src/tools/troubleshooting.ts`, P = bootpay-mcp `src/data/builtin/payment-rules.ts`, G1 = gitbook
 * (v1) `server/cancel.md` and `code/status.md`.
 */
export type Quirks = {
  /**
   * Holds what becomes of a `cancel_id` that comes again. `refused`: C (item 4 of its summary) and G1; the id counts
   * as used from when it is taken on, also while that cancel is under way and when it has failed. `ignored`: T, "the
   * payment API has no idempotency key"; every call cancels again as far as the balance allows.
   */
  cancelIds: 'refused' | 'ignored';
  /** The status of a receipt that was cancelled in part: 20 in P, 1 in T. */
  partialCancelStatus: 20 | 1;
  /**
   * Tells whether money of a virtual account goes back without `refund`. `required`: C (text); `optional`: C (table),
   * SDK.
   */
  refundAccount: 'optional' | 'required';
  /**
   * Cancel of a virtual account without a deposit. `called_off`: its status becomes -3 (G1), and no
   * deposit can come; `refused`: no document says that it works, and the deposit can still come.
   */
  issuedCancel: 'called_off' | 'refused';
  /**
   * Above 0: a cancel answers with status -30 and takes so long by the stand-in's clock (G1:
   * requested at the bank). At 0 it is done when it is answered (T: there is no such state).
   */
  cancelTakesMs: number;
  /**
   * The cancel ends with status -20 and the money stays (G1). T knows API errors alone for that.
   */
  cancelFails: boolean;
  /**
   * Above 0: the connection breaks when a cancel is asked for, and the stand-in begins with it so
   * long afterwards by its clock. No document limits the time a lost call may take; the SDK waits
   * 60 s for one that is silent.
   */
  lateCancelMs: number;
  /**
   * Fields of receipts that differ in REST answers and webhooks; `undefined` leaves one out. The
   * SDK's type has `currency` as optional; T has sandbox payments that look like real ones.
   */
  receiptFields: Partial<{
    sandbox: boolean | undefined;
    currency: string | undefined;
    tax_free: number | undefined;
    cancelled_price: number | null | undefined;
  }>;
  /**
   * Shown in place of every status. G1 lists numbers that the newer documents leave out, such as 3.
   */
  unknownStatus: number | undefined;
  /** REST calls are carried out, and answered 200 with a body that is no receipt. */
  malformed: boolean;
};

/** The readings that the stand-in plays unless a test asks for others. */
export function defaultQuirks(): Quirks {
  return {
    cancelIds: 'refused',
    partialCancelStatus: 20,
    refundAccount: 'optional',
    issuedCancel: 'refused',
    cancelTakesMs: 0,
    cancelFails: false,
    lateCancelMs: 0,
    receiptFields: {},
    unknownStatus: undefined,
    malformed: false,
  };
}

/**
 * The outcome of the payment window, however it was opened. `confirm`: the payment waits
 * for our server's approval; `done`: it is paid already; `issued`: a virtual account waits for its
 * deposit; the others: nothing was paid, for the reason in `message`.
 */
export type WindowResult =
  | { kind: 'confirm' | 'done' | 'issued'; receiptId: string }
  | { kind: 'cancel' | 'error' | 'close'; code: string; message: string };

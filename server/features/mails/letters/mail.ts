import type { Lawyer } from '#shared/features/orders/schemas.ts';
import type { RefundBasis } from '#shared/rules/payments/refund-policy.ts';

/** What every mail about an order says; `fullname` is the buyer's, empty when he gave none. */
type OrderParams = {
  fullname: string;
  orderId: number;
  orderNumber: string;
  serviceTitle: string;
  plan: string;
  priceWon: number;
  /** The promise to call, the number of the account, and who takes the case; unknown in mails of an earlier version. */
  contactBy?: string | null;
  phone?: string;
  lawyer?: Lawyer | null;
};

/** What an administrator needs to know of a case that is theirs now. `deadlineOn` is a day, `contactBy` ISO 8601. */
export type AssignedOrder = {
  orderId: number;
  orderNumber: string;
  serviceTitle: string;
  customerName: string;
  phone: string;
  contactBy: string | null;
  caseDescription: string;
  deadlineOn: string | null;
  contactWindow: string;
};

/** What mails about orders say besides. */
export type OrderMailExtras = {
  order_confirmed: Record<never, never>;
  /** Of an order that was paid: the whole amount went back. */
  order_cancelled: Record<never, never>;
  order_refunded: { refundedWon: number };
  /** A payment that the order did not take went back. */
  payment_returned: { refundedWon: number };
  /** Money can only go back to an account that the buyer names. */
  refund_account: { amountWon: number };
  /** What the refund policy gives, by which rule (unknown in mails of an earlier version), and why. */
  refund_asked: { amountWon: number; basis?: RefundBasis; policy: string };
  refund_withdrawn: Record<never, never>;
  /** `note` has the words of staff; empty when they said nothing. */
  refund_granted: { grantedWon: number; note: string };
  refund_refused: { note: string };
  /** `expiresAt` in ISO 8601; null when the provider named no end. */
  virtual_account: { bankName: string; accountNumber: string; holder: string; expiresAt: string | null };
};
export type OrderMailKind = keyof OrderMailExtras;

/** What each kind of mail says, as the outbox keeps it. */
export type MailParams = {
  password_reset: { accounts: readonly { userId: string; token: string }[] };
  user_id_notice: { userIds: readonly string[] };
  /** `token` verifies the address; erased once the mail was sent, and absent in mails of an earlier version. */
  welcome: { userId: string; token?: string };
  /** To a changed address: the link that verifies it. */
  email_verification: { userId: string; token?: string };
  /** To the address that the account had before: the link that undoes the change. */
  email_changed: { userId: string; token?: string; hasNewPassword: boolean };
  /** A login in a browser that the account was never logged in to before; `at` in ISO 8601. */
  new_device_login: { userId: string; at: string; device: string; address: string };
  /** To the address that recovery goes to. */
  account_changed: { userId: string; changed: readonly ('email' | 'password')[] };
  /** To the administrator who takes the case. */
  order_assigned: AssignedOrder;
} & { [Kind in OrderMailKind]: OrderParams & OrderMailExtras[Kind] };

export type MailKind = keyof MailParams;

/** A mail as it is kept: its kind says what its parameters are. */
export type Mail = { [Kind in MailKind]: { kind: Kind; params: MailParams[Kind] } }[MailKind];

/** A finished mail, in both forms. */
export type Message = { subject: string; text: string; html: string };

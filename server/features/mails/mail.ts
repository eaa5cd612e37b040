import { HOUR_MS } from '#server/lib/time.ts';
import type { FactorChange } from '#shared/features/accounts/factor-kinds.ts';
import type { Lawyer } from '#shared/features/orders/schemas.ts';
import type { MarketingChannel } from '#shared/rules/notices/marketing.ts';
import type { NoticeKind } from '#shared/rules/notices/notices.ts';
import type { RefundBasis } from '#shared/rules/payments/refund-policy.ts';

/** How long the link of an invitation to staff is valid (contract §9). */
export const STAFF_INVITATION_MS = 72 * HOUR_MS;

/** Parameters of every mail about an order; `fullname` is the buyer's, possibly empty. */
type OrderParams = {
  fullname: string;
  orderId: number;
  orderNumber: string;
  serviceTitle: string;
  plan: string;
  priceWon: number;
  /** The promise to call, the number of the account, and who takes the case. */
  contactBy: string | null;
  phone: string;
  lawyer: Lawyer | null;
};

/** `note` is not stored: it is read from the request when the mail is sent. */
type RequestNote = { requestId: number; note?: string };

/** Further parameters of mails about orders. */
export type OrderMailExtras = {
  order_confirmed: Record<never, never>;
  /** A full refund of a paid order. */
  order_cancelled: Record<never, never>;
  /** `endsFullRefund`: by the refund policy the whole amount is no longer given back. */
  work_started: { endsFullRefund: boolean };
  order_refunded: { refundedWon: number };
  /** The refund of a rejected payment. */
  payment_returned: { refundedWon: number };
  /** A refund that needs a bank account from the buyer. */
  refund_account: { amountWon: number };
  /** Amount by the refund policy, its rule, the reason and the due day. */
  refund_asked: { amountWon: number; basis: RefundBasis; policy: string; dueOn: string };
  refund_withdrawn: Record<never, never>;
  /** The administrator's message is read from the request when the mail is sent. */
  refund_granted: { grantedWon: number } & RequestNote;
  refund_refused: RequestNote;
  /** `expiresAt` in ISO 8601; null when the provider named no end. */
  virtual_account: { bankName: string; accountNumber: string; holder: string; expiresAt: string | null };
};
export type OrderMailKind = keyof OrderMailExtras;

/** Values of a notice's texts; never a service, an illness or a reason (contract §7). */
export type NoticeValues = {
  orderId?: number;
  orderNumber?: string;
  priceWon?: number;
  refundedWon?: number;
  bankName?: string;
  accountNumber?: string;
  holder?: string;
  /** Times in ISO 8601. */
  expiresAt?: string | null;
  at?: string;
  /** A time window as people read it. */
  slot?: string;
  conversationId?: number;
  /** Goes to the administrator who takes the case. */
  isStaff?: boolean;
  /** True when the cause is gone, so that nothing more is sent. */
  isDropped?: boolean;
};

/** How the people in a case changed. */
export type ParticipantChange = 'joined' | 'left' | 'changed' | 'invitation_failed' | 'invitation_waiting';

/** Parameters of each kind of mail, as stored in the outbox. */
export type MailParams = {
  password_reset: { accounts: readonly { userId: string; token: string }[] };
  user_id_notice: { userIds: readonly string[] };
  /** `token` verifies the address; erased once the mail was sent. */
  welcome: { userId: string; token?: string };
  /** To a changed address: the link that verifies it. */
  email_verification: { userId: string; token?: string };
  /** To the address that the account had before: the link that undoes the change. */
  email_changed: { userId: string; token?: string; hasNewPassword: boolean };
  /** A login in a browser that the account was never logged in to before; `at` in ISO 8601. */
  new_device_login: { userId: string; at: string; device: string; address: string };
  /** The ways to log in changed; `at` in ISO 8601. */
  factor_changed: { userId: string; change: FactorChange; at: string };
  /** A notice without a letter of its own. */
  notice: { notice: NoticeKind; values: NoticeValues };
  /** Consents to advertising that were given or withdrawn; `at` in ISO 8601. */
  marketing_changed: {
    userId: string;
    changes: readonly { channel: MarketingChannel; isGiven: boolean; at: string }[];
  };
  /** Consents to advertising that are two years old; `at` is when they were given. */
  marketing_reminder: { userId: string; consents: readonly { channel: MarketingChannel; at: string }[] };
  /** To a person in a case: who takes part in it changed. Names no person and no service. */
  participants_changed: { orderId: number; orderNumber: string; change: ParticipantChange };
  /** To the address that recovery goes to. */
  account_changed: { userId: string; changed: readonly ('email' | 'password')[] };
  /** To a person who shall become an administrator; `token` is erased once the mail was sent. */
  staff_invitation: { token: string };
  /** To a person in a case: who handles it from now on (변호사법 50조 5항). */
  lawyer_named: { orderId: number; orderNumber: string; lawyer: Lawyer; isChange: boolean };
  /** To the administrator who takes the case. */
  order_assigned: { orderId: number; orderNumber: string };
  /** To administrators who may approve it: a refund waits for a second person. */
  refund_proposed: { orderId: number; orderNumber: string };
  /** To administrators: a customer's message waits. */
  consultation_waiting: { conversationId: number };
} & { [Kind in OrderMailKind]: OrderParams & OrderMailExtras[Kind] };

export type MailKind = keyof MailParams;

/** A stored mail: its kind determines its parameters. */
export type Mail = { [Kind in MailKind]: { kind: Kind; params: MailParams[Kind] } }[MailKind];

/** A picture within a mail, which its HTML names as `cid:CID`. */
export type MailPicture = { cid: string; filename: string; content: Buffer };

/** A finished mail, in both forms. */
export type Message = { subject: string; text: string; html: string; attachments?: MailPicture[] };

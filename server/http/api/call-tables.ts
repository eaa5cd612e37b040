import type { Call } from '#shared/contract/call.ts';
import * as fields from '#shared/contract/fields.ts';
import * as accountAdminCalls from '#shared/features/accounts/admin-calls.ts';
import * as accountAdminSchemas from '#shared/features/accounts/admin-schemas.ts';
import * as accountCalls from '#shared/features/accounts/calls.ts';
import * as emailCalls from '#shared/features/accounts/email-calls.ts';
import * as emailSchemas from '#shared/features/accounts/email-schemas.ts';
import * as factorCalls from '#shared/features/accounts/factor-calls.ts';
import * as factorSchemas from '#shared/features/accounts/factor-schemas.ts';
import * as personalDataSchemas from '#shared/features/accounts/personal-data-schemas.ts';
import * as phoneCalls from '#shared/features/accounts/phone-calls.ts';
import * as phoneSchemas from '#shared/features/accounts/phone-schemas.ts';
import * as accountSchemas from '#shared/features/accounts/schemas.ts';
import * as securityCalls from '#shared/features/accounts/security-calls.ts';
import * as sessionCalls from '#shared/features/accounts/session-calls.ts';
import * as sessionSchemas from '#shared/features/accounts/session-schemas.ts';
import * as adminProfileCalls from '#shared/features/admin-profiles/calls.ts';
import * as adminProfileSchemas from '#shared/features/admin-profiles/schemas.ts';
import * as attachmentCalls from '#shared/features/attachments/calls.ts';
import * as attachmentSchemas from '#shared/features/attachments/schemas.ts';
import * as auditCalls from '#shared/features/audit/calls.ts';
import * as auditSchemas from '#shared/features/audit/schemas.ts';
import * as callbackCalls from '#shared/features/callbacks/calls.ts';
import * as callbackSchemas from '#shared/features/callbacks/schemas.ts';
import * as consultationAdminCalls from '#shared/features/consultations/admin-calls.ts';
import * as consultationAdminSchemas from '#shared/features/consultations/admin-schemas.ts';
import * as consultationCalls from '#shared/features/consultations/calls.ts';
import * as consultationSchemas from '#shared/features/consultations/schemas.ts';
import * as dashboardCalls from '#shared/features/dashboard/calls.ts';
import * as dashboardSchemas from '#shared/features/dashboard/schemas.ts';
import * as deskCalls from '#shared/features/desk/calls.ts';
import * as deskSchemas from '#shared/features/desk/schemas.ts';
import * as eventCalls from '#shared/features/events/calls.ts';
import * as eventSchemas from '#shared/features/events/schemas.ts';
import * as imageCalls from '#shared/features/images/calls.ts';
import * as imageSchemas from '#shared/features/images/schemas.ts';
import * as mailCalls from '#shared/features/mails/calls.ts';
import * as mailSchemas from '#shared/features/mails/schemas.ts';
import * as noticeAdminSchemas from '#shared/features/notices/admin-schemas.ts';
import * as noticeCalls from '#shared/features/notices/calls.ts';
import * as noticeSchemas from '#shared/features/notices/schemas.ts';
import * as oauthCalls from '#shared/features/oauth/calls.ts';
import * as oauthSchemas from '#shared/features/oauth/schemas.ts';
import * as orderAdminCalls from '#shared/features/orders/admin-calls.ts';
import * as orderAdminSchemas from '#shared/features/orders/admin-schemas.ts';
import * as orderCalls from '#shared/features/orders/calls.ts';
import * as orderRefundSchemas from '#shared/features/orders/refund-schemas.ts';
import * as orderSchemas from '#shared/features/orders/schemas.ts';
import * as orderWorkCalls from '#shared/features/orders/work-calls.ts';
import * as orderWorkSchemas from '#shared/features/orders/work-schemas.ts';
import * as paymentAdminCalls from '#shared/features/payments/admin-calls.ts';
import * as discrepancyCalls from '#shared/features/payments/admin-discrepancy-calls.ts';
import * as discrepancySchemas from '#shared/features/payments/admin-discrepancy-schemas.ts';
import * as refundAdminCalls from '#shared/features/payments/admin-refund-calls.ts';
import * as refundAdminSchemas from '#shared/features/payments/admin-refund-schemas.ts';
import * as paymentAdminSchemas from '#shared/features/payments/admin-schemas.ts';
import * as paymentCalls from '#shared/features/payments/calls.ts';
import * as refundCalls from '#shared/features/payments/refund-calls.ts';
import * as refundSchemas from '#shared/features/payments/refund-schemas.ts';
import * as paymentSchemas from '#shared/features/payments/schemas.ts';
import * as reportCalls from '#shared/features/reports/calls.ts';
import * as reportSchemas from '#shared/features/reports/schemas.ts';
import * as serviceAdminCalls from '#shared/features/services/admin-calls.ts';
import * as serviceAdminSchemas from '#shared/features/services/admin-schemas.ts';
import * as serviceCalls from '#shared/features/services/calls.ts';
import * as serviceSchemas from '#shared/features/services/schemas.ts';
import * as soldierCalls from '#shared/features/soldiers/calls.ts';
import * as soldierSchemas from '#shared/features/soldiers/schemas.ts';
import * as termsAdminCalls from '#shared/features/terms/admin-calls.ts';
import * as termsAdminSchemas from '#shared/features/terms/admin-schemas.ts';
import * as termsCalls from '#shared/features/terms/calls.ts';
import * as termsSchemas from '#shared/features/terms/schemas.ts';

/** The calls of a feature, as grouped in the OpenAPI document. */
type CallTable = {
  /** Prefix of the operation ids: `soldiers` and `listMine` give `soldiersListMine`. */
  readonly name: string;
  readonly description: string;
  readonly calls: Readonly<Record<string, Call>>;
};

/** Every call of the API. */
export const CALL_TABLES: readonly CallTable[] = [
  { name: 'session', calls: sessionCalls, description: 'Who is logged in, and the token that changes need.' },
  { name: 'accounts', calls: accountCalls, description: 'Login, sign-up, recovery and the own account.' },
  { name: 'email', calls: emailCalls, description: 'Proof of the e-mail address of an account.' },
  { name: 'phone', calls: phoneCalls, description: 'Proof of the phone of an account.' },
  { name: 'security', calls: securityCalls, description: 'The sessions and logins of an account.' },
  { name: 'secondFactors', calls: factorCalls, description: 'Second factors: authenticator apps and passkeys.' },
  { name: 'accountsAdmin', calls: accountAdminCalls, description: 'All accounts, for administrators.' },
  { name: 'oauth', calls: oauthCalls, description: 'Login with Kakao, Naver or Google.' },
  { name: 'services', calls: serviceCalls, description: 'What the shop offers, with its prices.' },
  { name: 'servicesAdmin', calls: serviceAdminCalls, description: 'The services as administrators edit them.' },
  { name: 'images', calls: imageCalls, description: 'Pictures for the pages of services.' },
  { name: 'terms', calls: termsCalls, description: "The firm's terms texts." },
  { name: 'termsAdmin', calls: termsAdminCalls, description: 'The terms texts as administrators edit them.' },
  { name: 'soldiers', calls: soldierCalls, description: 'The people that an account orders services for.' },
  { name: 'orders', calls: orderCalls, description: 'What an account has ordered.' },
  { name: 'ordersAdmin', calls: orderAdminCalls, description: 'All orders, as administrators work on them.' },
  { name: 'payments', calls: paymentCalls, description: 'Paying for orders.' },
  { name: 'paymentsAdmin', calls: paymentAdminCalls, description: 'Payments, as administrators follow them up.' },
  { name: 'refunds', calls: refundCalls, description: 'Refunds, as customers request them.' },
  { name: 'refundsAdmin', calls: refundAdminCalls, description: 'Refunds, as administrators decide them.' },
  { name: 'discrepancies', calls: discrepancyCalls, description: "Where the provider's records differ from ours." },
  { name: 'consultations', calls: consultationCalls, description: 'Conversations with the firm.' },
  { name: 'consultationsAdmin', calls: consultationAdminCalls, description: 'All conversations, and canned replies.' },
  { name: 'attachments', calls: attachmentCalls, description: 'Files of conversations.' },
  { name: 'events', calls: eventCalls, description: 'What happens in conversations, as it happens.' },
  { name: 'orderWork', calls: orderWorkCalls, description: "The firm's work on orders: who, until when, which steps." },
  { name: 'callbacks', calls: callbackCalls, description: 'Calls that customers book, and the places for them.' },
  { name: 'staff', calls: adminProfileCalls, description: 'Administrators, as customers know them.' },
  { name: 'desk', calls: deskCalls, description: 'Search, counts and saved filters of administrators.' },
  { name: 'dashboard', calls: dashboardCalls, description: 'What administrators see first.' },
  { name: 'reports', calls: reportCalls, description: 'A month of money and of the work of each lawyer.' },
  { name: 'mails', calls: mailCalls, description: 'Mails to customers: sent, waiting or given up.' },
  { name: 'notices', calls: noticeCalls, description: 'Notices to customers, and what they have chosen to receive.' },
  { name: 'audit', calls: auditCalls, description: 'What administrators did.' },
];

/** Modules whose exported schemas become shared components of the OpenAPI document. */
export const SCHEMA_MODULES: readonly Readonly<Record<string, unknown>>[] = [
  fields,
  accountSchemas,
  emailSchemas,
  phoneSchemas,
  sessionSchemas,
  factorSchemas,
  personalDataSchemas,
  accountAdminSchemas,
  oauthSchemas,
  serviceSchemas,
  serviceAdminSchemas,
  imageSchemas,
  termsSchemas,
  termsAdminSchemas,
  soldierSchemas,
  orderSchemas,
  orderRefundSchemas,
  orderAdminSchemas,
  paymentSchemas,
  paymentAdminSchemas,
  refundSchemas,
  refundAdminSchemas,
  discrepancySchemas,
  consultationSchemas,
  consultationAdminSchemas,
  attachmentSchemas,
  eventSchemas,
  orderWorkSchemas,
  callbackSchemas,
  adminProfileSchemas,
  deskSchemas,
  dashboardSchemas,
  reportSchemas,
  mailSchemas,
  noticeSchemas,
  noticeAdminSchemas,
  auditSchemas,
];

import type { Mail, Message } from '../mail.ts';
import {
  accountChangedLetter,
  emailChangedLetter,
  emailVerificationLetter,
  factorChangedLetter,
  newDeviceLetter,
  passwordResetLetter,
  staffInvitationLetter,
  userIdNoticeLetter,
  welcomeLetter,
} from './account-mails.ts';
import { orderAssignedLetter } from './assignee-mails.ts';
import { consultationWaitingLetter } from './consultation-mails.ts';
import { type Letter, writeLetter } from './letter.ts';
import { marketingChangedLetter, marketingReminderLetter } from './marketing-mails.ts';
import { noticeLetter } from './notice-mails.ts';
import {
  orderCancelledLetter,
  orderConfirmedLetter,
  orderRefundedLetter,
  paymentReturnedLetter,
  refundAccountLetter,
  virtualAccountLetter,
} from './order-mails.ts';
import { participantsChangedLetter } from './participant-mails.ts';
import {
  refundAskedLetter,
  refundGrantedLetter,
  refundProposedLetter,
  refundRefusedLetter,
  refundWithdrawnLetter,
} from './refund-mails.ts';
import { lawyerNamedLetter, workStartedLetter } from './work-mails.ts';

/** Renders a mail; `siteUrl` is the shop's URL without trailing slash, for links. */
export function renderMail(mail: Mail, siteUrl: string): Message {
  return writeLetter(letterOf(mail, siteUrl));
}

function letterOf(mail: Mail, siteUrl: string): Letter {
  switch (mail.kind) {
    case 'password_reset':
      return passwordResetLetter(mail.params, siteUrl);
    case 'user_id_notice':
      return userIdNoticeLetter(mail.params, siteUrl);
    case 'welcome':
      return welcomeLetter(mail.params, siteUrl);
    case 'staff_invitation':
      return staffInvitationLetter(mail.params, siteUrl);
    case 'email_verification':
      return emailVerificationLetter(mail.params, siteUrl);
    case 'email_changed':
      return emailChangedLetter(mail.params, siteUrl);
    case 'new_device_login':
      return newDeviceLetter(mail.params, siteUrl);
    case 'factor_changed':
      return factorChangedLetter(mail.params, siteUrl);
    case 'marketing_changed':
      return marketingChangedLetter(mail.params, siteUrl);
    case 'marketing_reminder':
      return marketingReminderLetter(mail.params, siteUrl);
    case 'notice':
      return noticeLetter(mail.params, siteUrl);
    case 'account_changed':
      return accountChangedLetter(mail.params, siteUrl);
    case 'order_confirmed':
      return orderConfirmedLetter(mail.params, siteUrl);
    case 'order_cancelled':
      return orderCancelledLetter(mail.params, siteUrl);
    case 'order_refunded':
      return orderRefundedLetter(mail.params, siteUrl);
    case 'payment_returned':
      return paymentReturnedLetter(mail.params, siteUrl);
    case 'refund_account':
      return refundAccountLetter(mail.params, siteUrl);
    case 'refund_asked':
      return refundAskedLetter(mail.params, siteUrl);
    case 'refund_withdrawn':
      return refundWithdrawnLetter(mail.params, siteUrl);
    case 'refund_granted':
      return refundGrantedLetter(mail.params, siteUrl);
    case 'refund_refused':
      return refundRefusedLetter(mail.params, siteUrl);
    case 'virtual_account':
      return virtualAccountLetter(mail.params, siteUrl);
    case 'work_started':
      return workStartedLetter(mail.params, siteUrl);
    case 'lawyer_named':
      return lawyerNamedLetter(mail.params, siteUrl);
    case 'order_assigned':
      return orderAssignedLetter(mail.params, siteUrl);
    case 'refund_proposed':
      return refundProposedLetter(mail.params, siteUrl);
    case 'participants_changed':
      return participantsChangedLetter(mail.params, siteUrl);
    case 'consultation_waiting':
      return consultationWaitingLetter(mail.params, siteUrl);
  }
}

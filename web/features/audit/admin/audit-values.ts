import { LOGIN_METHOD_LABELS } from '#shared/features/accounts/login-method.ts';
import { CONVERSATION_STATUSES, conversationStatusLabel } from '#shared/rules/conversation-status.ts';
import { LETTER_LABELS, SIGNER_LABELS } from '#shared/rules/letters/letter-labels.ts';
import { ADMIN_STATUS_LABELS } from '#shared/rules/order-status.ts';
import { PROOF_KINDS, proofLabel } from '#shared/rules/payments/proof.ts';
import { SERVICE_CATEGORIES, serviceCategoryLabel } from '#shared/rules/service-category.ts';
import { WORK_STATES, workStateLabel } from '#shared/rules/work/work-state.ts';
import { PERMISSION_NAMES } from '#web/features/accounts/admin/permission-names.ts';
import { PENDING_TASK_LABELS } from '#web/features/orders/admin/order-status.tsx';
import { REFUND_REQUEST_LABELS } from '#web/features/payments/admin/refund-request-status.tsx';

type Labels = Readonly<Record<string, string>>;

const MAIL_STATES: Labels = { waiting: '대기', sent: '보냄', failed: '실패', all: '전체' };

const labelsOf = <T extends string>(values: readonly T[], label: (value: T) => string): Labels =>
  Object.fromEntries(values.map((value) => [value, label(value)]));

const WORK = labelsOf(WORK_STATES, workStateLabel);

/** The words for recorded codes, by the name of the field. */
const VALUES: Readonly<Record<string, Labels>> = {
  assignee: { none: '미배정' },
  category: labelsOf(SERVICE_CATEGORIES, serviceCategoryLabel),
  contact: { open: '연락 전', overdue: '연락 기한 지남' },
  due: { overdue: '기한 지남', week: '이번 주 기한' },
  method: LOGIN_METHOD_LABELS,
  permissions: PERMISSION_NAMES,
  proof: labelsOf(PROOF_KINDS, proofLabel),
  purpose: { tax: '세무', bank: '은행 대조', internal: '내부' },
  role: { admin: '관리자', user: '회원', ...SIGNER_LABELS },
  // A mail that waits and work that waits are both "대기" here.
  state: { ...WORK, ...MAIL_STATES, ...LETTER_LABELS },
  // No status of one kind has the name of another's.
  status: {
    ...labelsOf(CONVERSATION_STATUSES, conversationStatusLabel),
    ...REFUND_REQUEST_LABELS,
    ...ADMIN_STATUS_LABELS,
    all: '전체',
  },
  waiting: PENDING_TASK_LABELS,
  work: { ...WORK, open: '종결 전' },
};

/** The word for a recorded code; undefined for free text, and for a code of a newer version. */
export function auditValueLabel(field: string, value: string): string | undefined {
  const labels = VALUES[field];
  return labels && Object.hasOwn(labels, value) ? labels[value] : undefined;
}

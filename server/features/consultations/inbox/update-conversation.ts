import { transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { AppError, fieldError } from '#server/lib/errors.ts';
import { koreanDayAt } from '#server/lib/korean-day.ts';
import { type ConversationStatus, conversationStatusLabel } from '#shared/rules/conversation-status.ts';
import type { ConsultationDeps } from '../consultation-deps.ts';
import { appendEvent } from '../sending/append-message.ts';
import { checkReopening } from '../sending/send-message.ts';
import { findConsultant } from '../thread/consultants.queries.ts';
import { presentAuthor } from '../thread/conversations.present.ts';
import { type ConversationRow, lockConversation } from '../thread/conversations.queries.ts';

/** All that is undefined stays. */
export type ConversationChanges = {
  status: ConversationStatus | undefined;
  holdUntil: string | undefined;
  assigneeId: number | null | undefined;
  version: number;
};

type Reported = Parameters<typeof appendEvent>[3] & { changes: Parameters<typeof appendEvent>[4] };

/** A day or a timestamp as a day in Korea. */
function toHoldDay(text: string | undefined, now: Date): string {
  const day = text && (text.includes('T') ? koreanDayAt(new Date(text)) : text);
  if (!day || day <= koreanDayAt(now)) throw fieldError('hold_until', '보류할 날짜를 내일 이후로 선택해주세요.');
  return day;
}

function closing(now: Date): Reported {
  return {
    event: 'closed',
    text: '상담이 종료되었습니다.',
    changes: { status: 'closed', closed_at: now, hold_until: null, waiting_since: null, waiting_due_at: null },
  };
}

function holding(day: string): Reported {
  const [year, month, date] = day.split('-').map(Number);
  return {
    event: 'on_hold',
    text: `${year}. ${month}. ${date}.까지 상담이 보류되었습니다.`,
    changes: { status: 'on_hold', hold_until: day, closed_at: null, waiting_due_at: null },
  };
}

function moving(from: ConversationRow, to: 'waiting' | 'answered', now: Date): Reported {
  const waiting = { waiting_since: from.waiting_since ?? now };
  const changes = {
    status: to,
    hold_until: null,
    closed_at: null,
    ...(to === 'waiting' ? waiting : { waiting_since: null, waiting_due_at: null }),
  };
  return from.status === 'closed'
    ? { event: 'reopened', text: '상담이 다시 열렸습니다.', changes }
    : {
        event: 'status_changed',
        text: `상담 상태가 ‘${conversationStatusLabel(to)}’(으)로 바뀌었습니다.`,
        changes,
      };
}

/** The event that reports a new status, and what it changes; undefined where nothing changes. */
function statusChange(from: ConversationRow, wanted: ConversationChanges, now: Date): Reported | undefined {
  const { status, holdUntil } = wanted;
  if (status === undefined) return undefined;
  if (status === 'on_hold') {
    const day = toHoldDay(holdUntil, now);
    return from.status === status && from.hold_until === day ? undefined : holding(day);
  }
  if (from.status === status) return undefined;
  return status === 'closed' ? closing(now) : moving(from, status, now);
}

async function assignment(
  db: Parameters<typeof findConsultant>[0],
  from: ConversationRow,
  { assigneeId }: ConversationChanges,
): Promise<Reported | undefined> {
  if (assigneeId === undefined || assigneeId === from.assignee_id) return undefined;
  if (assigneeId === null) {
    return { event: 'unassigned', text: '담당자 지정이 해제되었습니다.', changes: { assignee_id: null } };
  }
  const consultant = await findConsultant(db, assigneeId);
  if (!consultant) throw fieldError('assignee_id', '담당자로 지정할 수 없는 회원입니다.');
  const { name } = presentAuthor('staff', consultant.fullname);
  return {
    event: 'assigned',
    text: `담당자가 ${name} 님으로 지정되었습니다.`,
    changes: { assignee_id: assigneeId },
  };
}

/** Returns whether an administrator has seen the conversation as it is, but for an own answer of a moment ago. */
function isSeen({ version, version_by: by }: ConversationRow, seen: number, adminId: number): boolean {
  return version === seen || (version === seen + 1 && by === adminId);
}

const audited = ({ status, hold_until, assignee_id }: ConversationRow) => ({ status, hold_until, assignee_id });

/**
 * Changes status, hold and assignee. Each change is an event in the thread.
 * @throws AppError CONVERSATION_NOT_FOUND, VERSION_CONFLICT, CONVERSATION_OPEN, VALIDATION_FAILED
 */
export async function updateConversation(
  { db, clock, dataKeys, events }: ConsultationDeps,
  admin: ActingAdmin,
  reader: { id: number; isAdmin: true },
  conversationId: number,
  wanted: ConversationChanges,
): Promise<void> {
  const cipher = await dataKeys.forWriting();
  await transaction(db, async (trx) => {
    const before = await lockConversation(trx, reader, conversationId);
    if (!isSeen(before, wanted.version, reader.id)) throw new AppError('VERSION_CONFLICT');
    const now = clock.now();
    const status = statusChange(before, wanted, now);
    if (status && wanted.status !== 'closed') await checkReopening(trx, before);
    let after = before;
    for (const reported of [await assignment(trx, before, wanted), status]) {
      if (!reported) continue;
      const changes = { ...reported.changes, version: after.version + 1 };
      after = await appendEvent(trx, { cipher, events, now }, after, reported, changes);
    }
    if (after === before) return;
    await recordAudit(trx, {
      ...admin,
      action: 'consultation.update',
      subjectType: 'consultation',
      subjectId: conversationId,
      before: audited(before),
      after: audited(after),
    });
  });
}

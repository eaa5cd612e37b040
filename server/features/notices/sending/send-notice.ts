import { transaction } from '#server/db/transaction.ts';
import { MINUTE_MS, SECOND_MS } from '#server/lib/time.ts';
import { isTooLate, nextChannel, type Reach } from '#shared/rules/notices/notices.ts';
import { type Delivery, MessageError, type MessageGateway, type PhoneMessage } from '../gateways/message-gateway.ts';
import { changeNotice, type DueNotice, recordNotice } from './due-notices.queries.ts';
import type { NoticeDeps } from './notice-deps.ts';
import { writeNotice } from './notice-text.ts';
import { type EventRow, reachOf } from './notices.queries.ts';
import { addNotice } from './plan-notices.ts';
import { takeSms } from './sms-budget.ts';

/** KakaoTalk has this long to deliver; then the notice goes as SMS (contract §7). */
const KAKAO_PATIENCE_MS = 3 * MINUTE_MS;
/** Waits after each failed try. After the last one the message has failed. */
const RETRY_MS = [15 * SECOND_MS, 45 * SECOND_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS];
const RETRIES_AT_LAST_WAIT = 48;
/** How often the provider is asked what became of a message, and for how long. */
const CHECK_MS = 30 * SECOND_MS;
const CHECK_LATER_MS = 15 * MINUTE_MS;
const CHECKED_FOR_MS = 24 * 60 * MINUTE_MS;
/** `last_error` of messages that wait for the hourly budget of SMS. */
export const SMS_LIMIT_REACHED = 'hourly SMS limit reached';
const MAX_ERROR_LENGTH = 500;

type Context = {
  deps: NoticeDeps;
  gateway: MessageGateway;
  notice: DueNotice;
  event: EventRow;
  reach: Reach;
  /** Set before the message itself is handed to the provider. */
  isHandedOver: boolean;
};

/** Takes one step with a message that is due: sends it, or asks what became of it. */
export async function handleDueNotice(
  deps: NoticeDeps,
  gateway: MessageGateway,
  { notice, event }: { notice: DueNotice; event: EventRow },
): Promise<void> {
  const context = { deps, gateway, notice, event, reach: reachOf(deps, event), isHandedOver: false };
  try {
    if (notice.state === 'sent') await applyDelivery(context, await gateway.find(referenceOf(notice)));
    else await sendQueued(context);
  } catch (error) {
    if (!(error instanceof MessageError)) throw error;
    await recordError(context, error);
  }
}

function referenceOf({ provider_ref: reference }: DueNotice): string {
  if (reference === null) throw new Error('a sent message has a reference');
  return reference;
}

function later(deps: NoticeDeps, ms: number): Date {
  return new Date(deps.clock.now().getTime() + ms);
}

/**
 * Sends a message, unless an earlier try turns out to have been taken, or it has become useless.
 */
async function sendQueued(context: Context): Promise<void> {
  const { deps, gateway, notice, event, reach } = context;
  if (notice.is_unclear) {
    const delivery = await gateway.find(referenceOf(notice));
    if (delivery.state !== 'unknown') return applyDelivery(context, delivery);
  }
  if (isTooLate(event.kind, event.params.expiresAt, deps.clock.now())) {
    await changeNotice(deps.db, notice, { state: 'failed', due_at: null, last_error: 'not sent in time' });
    return;
  }
  if (!reach.isPhoneUsable) return giveWay(context, 'the account has no mobile number');
  if (notice.channel === 'sms' && !(await takeSms(deps.db, deps.smsPerHour, deps.clock.now()))) {
    await changeNotice(deps.db, notice, { due_at: later(deps, 5 * MINUTE_MS), last_error: SMS_LIMIT_REACHED });
    return;
  }
  const reference = notice.provider_ref ?? (await gateway.open(`notice-${notice.id}`));
  const to = event.phone;
  // Stored before sending: a crash or a lost answer must not lead to a second message.
  const lease = later(deps, MINUTE_MS);
  if (!(await changeNotice(deps.db, notice, { provider_ref: reference, is_unclear: true, phone: to, due_at: lease })))
    return;
  const message: PhoneMessage = { kind: event.kind, to, ...writeNotice(event.kind, event.params, deps.siteUrl()) };
  context.isHandedOver = true;
  await gateway.send(reference, message);
  const now = deps.clock.now();
  await recordNotice(deps.db, notice, {
    state: 'sent',
    is_unclear: false,
    sent_at: now,
    due_at: later(deps, CHECK_MS),
    last_error: '',
  });
}

/** Records what the provider says of a message. */
async function applyDelivery(context: Context, delivery: Delivery): Promise<void> {
  const { deps, notice } = context;
  const now = deps.clock.now();
  if (delivery.state === 'delivered') {
    const at = delivery.at ?? now;
    await recordNotice(deps.db, notice, {
      ...{ state: 'delivered', is_unclear: false, due_at: null, last_error: '' },
      ...{ sent_at: notice.sent_at ?? at, delivered_at: at },
    });
    return;
  }
  if (delivery.state === 'failed') return giveWay(context, delivery.reason);
  const sentAt = notice.sent_at ?? now;
  const waitedMs = now.getTime() - sentAt.getTime();
  if (notice.channel === 'kakao' && waitedMs >= KAKAO_PATIENCE_MS && nextChannel('kakao', context.reach) === 'sms') {
    return giveWay(context, 'not delivered within 3 minutes');
  }
  const isOver = waitedMs >= CHECKED_FOR_MS;
  const waitMs = waitedMs < 10 * MINUTE_MS ? CHECK_MS : CHECK_LATER_MS;
  const due_at = isOver ? null : later(deps, waitMs);
  await changeNotice(deps.db, notice, { state: 'sent', is_unclear: false, sent_at: sentAt, due_at });
}

/** Ends a message that is not delivered; the next channel that is left gets it. */
async function giveWay({ deps, notice, event, reach }: Context, reason: string): Promise<void> {
  const next = nextChannel(notice.channel, reach);
  deps.log.warn(
    { noticeId: notice.id, kind: event.kind, channel: notice.channel, next, reason },
    'notice not delivered',
  );
  await transaction(deps.db, async (trx) => {
    const change = { is_unclear: false, due_at: null, last_error: reason.slice(0, MAX_ERROR_LENGTH) };
    if (!(await changeNotice(trx, notice, { ...change, state: next ? 'replaced' : 'failed' }))) return;
    if (next) await addNotice(trx, deps, event, next);
  });
}

/**
 * A refusal ends the message. Everything else is tried again: a message whose answer was lost
 * stays unclear until the provider says whether it has it, and no other channel is tried before.
 */
async function recordError(context: Context, error: MessageError): Promise<void> {
  const { deps, notice } = context;
  const last_error = error.message.slice(0, MAX_ERROR_LENGTH);
  const { kind } = error;
  if (kind === 'refused') return giveWay(context, error.message);
  // An earlier try may have been taken as well, even where this one surely was not.
  const isUnclear = notice.is_unclear || notice.state === 'sent' || (kind === 'unclear' && context.isHandedOver);
  const waitedMs = deps.clock.now().getTime() - notice.created_at.getTime();
  if (isUnclear && waitedMs >= CHECKED_FOR_MS) {
    await changeNotice(deps.db, notice, { state: 'failed', due_at: null, last_error });
    return;
  }
  if (!isUnclear && notice.channel === 'kakao' && waitedMs >= KAKAO_PATIENCE_MS) return giveWay(context, error.message);
  const retryMs = RETRY_MS[Math.min(notice.attempts, RETRY_MS.length) - 1] ?? CHECK_MS;
  // KakaoTalk's last try is at the end of its time, not after it.
  const hasTimeLeft = !isUnclear && notice.channel === 'kakao';
  const waitMs = hasTimeLeft ? Math.min(retryMs, KAKAO_PATIENCE_MS - waitedMs) : retryMs;
  if (!isUnclear && notice.attempts >= RETRY_MS.length + RETRIES_AT_LAST_WAIT) return giveWay(context, error.message);
  deps.log.warn(
    { noticeId: notice.id, channel: notice.channel, kind, reason: last_error },
    'notice not sent, will be retried',
  );
  await changeNotice(deps.db, notice, {
    due_at: later(deps, waitMs),
    last_error,
    ...(notice.state === 'queued' && { is_unclear: isUnclear }),
  });
}

import { transaction } from '#server/db/transaction.ts';
import { MINUTE_MS, SECOND_MS } from '#server/lib/time.ts';
import {
  failureNeedsAttention,
  isTooLate,
  nextChannel,
  type Reach,
  sendableAt,
} from '#shared/rules/notices/notices.ts';
import { type CountedMessage, giveMessageBack, takeMessage } from '../message-budget.ts';
import { type Delivery, MessageError, type MessageGateway, type PhoneMessage } from '../message-gateway.ts';
import { changeNotice, type DueNotice, type NoticeChange } from './due-notices.queries.ts';
import type { NoticeDeps } from './notice-deps.ts';
import { writeNotice } from './notice-text.ts';
import type { EventRow } from './notices.queries.ts';
import { addNotice } from './plan-notices.ts';

/** KakaoTalk has this long to deliver; then the notice goes as SMS (contract §7). */
const KAKAO_PATIENCE_MS = 3 * MINUTE_MS;
/** Delays after each failed attempt. After the last one the message has failed. */
const RETRY_MS = [15 * SECOND_MS, 45 * SECOND_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS];
const RETRIES_AT_LAST_WAIT = 48;
/** Interval of status checks at the provider, and how long they continue. */
const CHECK_MS = 30 * SECOND_MS;
const CHECK_LATER_MS = 15 * MINUTE_MS;
const CHECKED_FOR_MS = 24 * 60 * MINUTE_MS;
/** `last_error` of messages that wait for the next hour of their channel. */
const HOUR_LIMIT_REACHED = 'hourly limit of the shop reached';
/** Why the next channel is used. */
const DAY_LIMIT_REACHED = 'daily limit of the number or account reached';
const CAUSE_GONE = 'its cause is gone';
/** Reasons that are the shop's own doing, not a failure. */
const INTENDED: readonly string[] = [DAY_LIMIT_REACHED, CAUSE_GONE];
const MAX_ERROR_LENGTH = 500;
/** Lease of a message from its intent on: longer than the calls that send it. */
const SENDING_LEASE_MS = MINUTE_MS;

/** A due message with the context of its step. */
export type NoticeStep = {
  deps: NoticeDeps;
  gateway: MessageGateway;
  notice: DueNotice;
  event: EventRow;
  reach: Reach;
};

/** Outcome of a step: the changes to its message, or why the next channel is used. */
type Outcome = { change: NoticeChange } | { undelivered: string };

/** A message can be sent under this reference, once the reference is stored. */
type Prepared = { reference: string };

/**
 * Processes one step of a message: reads its status from the provider, or sends it. The reference is
 * stored before sending: a crash or a lost answer must not lead to a second message.
 */
export async function handleNotice(step: NoticeStep): Promise<void> {
  const { deps, notice, event } = step;
  const next = await prepare(step).catch((error: unknown) => outcomeOfError(step, error, false));
  if (!('reference' in next)) return finish(step, next);
  const due_at = later(deps, SENDING_LEASE_MS);
  const intent = { provider_ref: next.reference, is_unclear: true, phone: event.phone, due_at };
  if (await changeNotice(deps.db, notice, intent)) await finish(step, await send(step, next));
}

/** Without it, such as after a crash, the provider is asked whether it has the message. */
async function finish(step: NoticeStep, outcome: Outcome): Promise<void> {
  if ('change' in outcome) await changeNotice(step.deps.db, step.notice, outcome.change);
  else await giveWay(step, outcome.undelivered);
}

/**
 * Reads the status of a message that was or may have been sent. Otherwise prepares to send it,
 * unless it is outdated.
 */
async function prepare(step: NoticeStep): Promise<Outcome | Prepared> {
  const { deps, gateway, notice, event, reach } = step;
  if (notice.state === 'sent' || notice.is_unclear) {
    const delivery = await gateway.find(referenceOf(notice));
    if (notice.state === 'sent' || delivery.state !== 'unknown') return outcomeOfDelivery(step, delivery);
  }
  const useless = uselessBecause(step);
  if (useless !== undefined) return { change: failure(step, useless) };
  if (!reach.isPhoneUsable) return { undelivered: 'the account has no mobile number' };
  // A try in the evening may have failed: the next one must not be at night.
  const sendable = sendableAt(event.kind, deps.clock.now());
  if (sendable > deps.clock.now()) return { change: { due_at: sendable } };
  // A message whose answer was lost is counted already.
  const isCounted = notice.is_unclear;
  const reached = isCounted ? undefined : await takeMessage(deps.db, countedOf(step), deps.smsPerHour);
  if (reached === 'day') return { undelivered: DAY_LIMIT_REACHED };
  if (reached === 'hour') {
    return { change: { due_at: later(deps, 5 * MINUTE_MS), last_error: HOUR_LIMIT_REACHED } };
  }
  try {
    return { reference: await openReference(step) };
  } catch (error) {
    if (!isCounted) await giveMessageBack(deps.db, countedOf(step));
    throw error;
  }
}

function countedOf({ notice, event }: NoticeStep): CountedMessage {
  return { channel: notice.channel, phone: event.phone, userId: event.user_id };
}

/** The end of a message that no channel delivers. */
function failure({ event }: NoticeStep, reason: string): NoticeChange {
  const needs_attention = !INTENDED.includes(reason) && failureNeedsAttention(event.kind, event.phone_verified);
  return { state: 'failed', due_at: null, last_error: reason.slice(0, MAX_ERROR_LENGTH), needs_attention };
}

/**
 * The reference of the last try, or a new one. The provider may hold the message of the last try
 * under its reference, so a number that was changed meanwhile gets a new one. A name is used once:
 * providers answer for a known name with its message, also where that has failed.
 */
async function openReference({ deps, gateway, notice, event }: NoticeStep): Promise<string> {
  const isSameNumber = notice.phone === null || notice.phone === event.phone;
  if (notice.provider_ref !== null && isSameNumber) return notice.provider_ref;
  return await gateway.open(`notice-${notice.id}-${deps.clock.now().getTime()}`);
}

/** Why a message is not sent any more; undefined where it is. */
function uselessBecause({ deps, event: { kind, params } }: NoticeStep): string | undefined {
  if (params.isDropped) return CAUSE_GONE;
  return isTooLate(kind, params.expiresAt, deps.clock.now()) ? 'not sent in time' : undefined;
}

/** Hands a message over to the provider. */
async function send(step: NoticeStep, { reference }: Prepared): Promise<Outcome> {
  const { deps, gateway, notice, event } = step;
  const text = writeNotice(event.kind, event.params, deps.siteUrl());
  const message: PhoneMessage = { kind: event.kind, to: event.phone, ...text };
  try {
    await gateway.send(reference, message);
  } catch (error) {
    const isTaken = !(error instanceof MessageError) || error.kind === 'unclear' || notice.is_unclear;
    if (!isTaken) await giveMessageBack(deps.db, countedOf(step));
    return outcomeOfError(step, error, true);
  }
  const change = { is_unclear: false, sent_at: deps.clock.now(), due_at: later(deps, CHECK_MS), last_error: '' };
  return { change: { ...change, state: 'sent' } };
}

function referenceOf({ provider_ref: reference }: DueNotice): string {
  if (reference === null) throw new Error('a sent message has a reference');
  return reference;
}

function later(deps: NoticeDeps, ms: number): Date {
  return new Date(deps.clock.now().getTime() + ms);
}

/** Maps the delivery status at the provider to an outcome. */
function outcomeOfDelivery(step: NoticeStep, delivery: Delivery): Outcome {
  const { deps, notice, reach } = step;
  const now = deps.clock.now();
  if (delivery.state === 'delivered') {
    const at = delivery.at ?? now;
    const times = { sent_at: notice.sent_at ?? at, delivered_at: at };
    return { change: { state: 'delivered', is_unclear: false, due_at: null, last_error: '', ...times } };
  }
  if (delivery.state === 'failed') return { undelivered: delivery.reason };
  const sentAt = notice.sent_at ?? now;
  const waitedMs = now.getTime() - sentAt.getTime();
  if (notice.channel === 'kakao' && waitedMs >= KAKAO_PATIENCE_MS && nextChannel('kakao', reach) === 'sms') {
    return { undelivered: 'not delivered within 3 minutes' };
  }
  const isOver = waitedMs >= CHECKED_FOR_MS;
  const waitMs = waitedMs < 10 * MINUTE_MS ? CHECK_MS : CHECK_LATER_MS;
  const due_at = isOver ? null : later(deps, waitMs);
  return { change: { state: 'sent', is_unclear: false, sent_at: sentAt, due_at } };
}

/** Ends a message that is not delivered; the next channel that is left gets it. */
async function giveWay(step: NoticeStep, reason: string): Promise<void> {
  const { deps, notice, event, reach } = step;
  const next = uselessBecause(step) === undefined ? nextChannel(notice.channel, reach) : undefined;
  deps.log.warn(
    { noticeId: notice.id, kind: event.kind, channel: notice.channel, next, reason },
    'notice not delivered',
  );
  await transaction(deps.db, async (trx) => {
    const end = { ...failure(step, reason), is_unclear: false };
    if (!(await changeNotice(trx, notice, next ? { ...end, state: 'replaced' } : end))) return;
    if (!next || (await addNotice(trx, deps, event, next))) return;
    await trx.updateTable('notices').set({ state: 'failed' }).where('notices.id', '=', notice.id).execute();
  });
}

/**
 * Maps an error of the provider to an outcome. A refusal ends the message; other errors are
 * retried. A message whose response was lost stays unclear until the provider reports whether it
 * has it, and no other channel is tried before.
 * @throws errors other than MessageError
 */
function outcomeOfError(step: NoticeStep, error: unknown, isHandedOver: boolean): Outcome {
  if (!(error instanceof MessageError)) throw error;
  const { deps, notice, event } = step;
  const last_error = error.message.slice(0, MAX_ERROR_LENGTH);
  const { kind } = error;
  if (kind === 'refused') return { undelivered: error.message };
  // An earlier attempt may have been accepted, even if this one certainly was not.
  const isUnclear = notice.is_unclear || notice.state === 'sent' || (kind === 'unclear' && isHandedOver);
  // The hours of a night in which it was held do not count.
  const waitedMs = deps.clock.now().getTime() - sendableAt(event.kind, notice.created_at).getTime();
  if (isUnclear && waitedMs >= CHECKED_FOR_MS) {
    return { change: failure(step, error.message) };
  }
  if (!isUnclear && notice.channel === 'kakao' && waitedMs >= KAKAO_PATIENCE_MS) {
    return { undelivered: error.message };
  }
  const retryMs = RETRY_MS[Math.min(notice.attempts, RETRY_MS.length) - 1] ?? CHECK_MS;
  // The last attempt by KakaoTalk is at the end of its time, not after it.
  const hasTimeLeft = !isUnclear && notice.channel === 'kakao';
  const waitMs = hasTimeLeft ? Math.min(retryMs, KAKAO_PATIENCE_MS - waitedMs) : retryMs;
  if (!isUnclear && notice.attempts >= RETRY_MS.length + RETRIES_AT_LAST_WAIT) {
    return { undelivered: error.message };
  }
  deps.log.warn(
    { noticeId: notice.id, channel: notice.channel, kind, reason: last_error },
    'notice not sent, will be retried',
  );
  const change = { due_at: later(deps, waitMs), last_error };
  return { change: notice.state === 'queued' ? { ...change, is_unclear: isUnclear } : change };
}

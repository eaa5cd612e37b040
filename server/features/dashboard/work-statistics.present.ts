import { MINUTE_MS } from '#server/lib/time.ts';
import type {
  ContactMeasures,
  FirstResponseMeasures,
  RefundMeasures,
  WorkStatistics,
} from '#shared/features/dashboard/schemas.ts';
import { REFUND_REASONS } from '#shared/features/dashboard/schemas.ts';
import type { ContactRow, FirstResponseRow, RefundRow } from './work-statistics.queries.ts';

function presentContacts(row: ContactRow | undefined): ContactMeasures {
  const { paid = 0, contacted = 0, in_time = 0, late = 0, average_ms = null } = row ?? {};
  return {
    paid,
    contacted,
    in_time,
    late,
    // A call that administrators dated before the payment counts as at once.
    average_minutes: average_ms === null ? null : Math.max(0, Math.round(average_ms / MINUTE_MS)),
    in_time_share: in_time + late === 0 ? null : in_time / (in_time + late),
  };
}

function presentFirstResponses(row: FirstResponseRow | undefined): FirstResponseMeasures {
  if (!row) return { answered: 0, average_minutes: null, median_minutes: null };
  return {
    answered: row.answered,
    average_minutes: Math.round(row.average_minutes),
    median_minutes: Math.round(row.median_minutes),
  };
}

/** Both periods side by side. */
export function presentWorkStatistics(
  contacts: readonly ContactRow[],
  firstResponses: readonly FirstResponseRow[],
  refunds: readonly RefundRow[],
): Pick<WorkStatistics, 'contact' | 'first_response' | 'refunds'> {
  const contactsOf = (isNow: boolean) => presentContacts(contacts.find((row) => row.is_now === isNow));
  const firstResponsesOf = (isNow: boolean) =>
    presentFirstResponses(firstResponses.find((row) => row.is_now === isNow));
  const refundsOf = (isNow: boolean, reason: string): RefundMeasures => {
    const row = refunds.find((each) => each.is_now === isNow && each.reason === reason);
    return { refunds: row?.refunds ?? 0, won: row?.won ?? 0 };
  };
  return {
    contact: { now: contactsOf(true), before: contactsOf(false) },
    first_response: { now: firstResponsesOf(true), before: firstResponsesOf(false) },
    refunds: REFUND_REASONS.map((reason) => ({
      reason,
      now: refundsOf(true, reason),
      before: refundsOf(false, reason),
    }))
      .filter(({ now, before }) => now.refunds + before.refunds > 0)
      .toSorted((a, b) => b.now.won - a.now.won || b.before.won - a.before.won),
  };
}

import { ATTEMPT_MOVES } from '#shared/rules/payments/payment-status.ts';
import { REFUND_MOVES, REFUND_PROPOSAL_MOVES, REFUND_REQUEST_MOVES } from '#shared/rules/payments/refund-status.ts';

/** Tables whose states are data, so that docs/states.md shows every move that the product makes. */
const GUARDED: Record<string, Record<string, readonly string[]>> = {
  payment_attempts: ATTEMPT_MOVES,
  refunds: REFUND_MOVES,
  refund_requests: REFUND_REQUEST_MOVES,
  refund_proposals: REFUND_PROPOSAL_MOVES,
};

function guardOf(table: string, moves: Record<string, readonly string[]>): string {
  return `
    create function refuse_unlisted_${table}() returns trigger language plpgsql as $$
    begin
      if old.state <> new.state and not '${JSON.stringify(moves)}'::jsonb -> old.state ? new.state then
        raise exception '${table} % moved from % to %, which its table of moves does not have', old.id, old.state, new.state;
      end if;
      return new;
    end $$;
    create trigger refuse_unlisted_moves before update on ${table}
      for each row execute function refuse_unlisted_${table}();`;
}

/**
 * SQL for the tests' database alone: a move that is missing in the tables of `shared/rules` fails.
 */
export const STATE_GUARDS = Object.entries(GUARDED)
  .map(([table, moves]) => guardOf(table, moves))
  .join('');

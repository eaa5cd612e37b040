import { CONVERSATION_MOVES, CONVERSATION_STATUSES, type ConversationAct } from '#shared/rules/conversation-status.ts';
import { ORDER_MOVES, ORDER_STATUSES } from '#shared/rules/order-status.ts';
import { ATTEMPT_MOVES, ATTEMPT_STATES } from '#shared/rules/payments/payment-status.ts';
import {
  REFUND_MOVES,
  REFUND_PROPOSAL_MOVES,
  REFUND_PROPOSAL_STATUSES,
  REFUND_REQUEST_MOVES,
  REFUND_REQUEST_STATUSES,
  REFUND_STATES,
} from '#shared/rules/payments/refund-status.ts';
import { WORK_MOVES, WORK_STATES } from '#shared/rules/work/work-state.ts';

type Arrow = { from: string; to: string; by: string };

/** A mermaid diagram; arrows between the same two states share one line with all who take them. */
function diagram(start: string, arrows: readonly Arrow[]): string {
  const lines = new Map<string, string[]>();
  for (const { from, to, by } of arrows) {
    const line = `${from} --> ${to}`;
    lines.set(line, [...(lines.get(line) ?? []), by].filter(Boolean));
  }
  const drawn = [...lines].map(([line, by]) => (by.length > 0 ? `  ${line}: ${by.join(', ')}` : `  ${line}`));
  return ['```mermaid', 'stateDiagram-v2', `  [*] --> ${start}`, ...drawn, '```'].join('\n');
}

function arrowsOf(moves: Record<string, readonly string[]>, by: string): Arrow[] {
  return Object.entries(moves).flatMap(([from, targets]) => targets.map((to) => ({ from, to, by })));
}

const ACTS: readonly [ConversationAct, string][] = [
  ['customer_message', "customer's message"],
  ['staff_message', "administrator's message"],
  ['hold_over_unanswered', 'day of the hold, unanswered'],
  ['hold_over_answered', 'day of the hold, answered'],
];

function conversationArrows(): Arrow[] {
  return ACTS.flatMap(([act, by]) =>
    CONVERSATION_STATUSES.flatMap((from) => {
      const to = CONVERSATION_MOVES[act][from];
      return to === null || to === from ? [] : [{ from, to, by }];
    }),
  );
}

const orderArrows = Object.entries(ORDER_MOVES).flatMap(([by, moves]) => arrowsOf(moves, by));
const { none: _inserted, ...attemptMoves } = ATTEMPT_MOVES;

/** The text of docs/states.md, from the tables of moves in `shared/rules`. */
export function statesPage(): string {
  return `# States

The diagrams are drawn from the tables in \`shared/rules/\` by \`node scripts/checks/check-docs.ts --write\`;
\`npm run check\` refuses a page that differs from them. Each arrow names who makes the move.

## Order

\`shared/rules/order-status.ts\`, ${ORDER_STATUSES.length} statuses. \`payment\` is the payment flow (confirm, webhook, job), \`job\` the expiry of
unpaid orders. Administrators may set any status (contract §3); no money moves by that. Written by
\`server/features/orders/orders.moves.ts\` alone, with a timeline entry.

${diagram('pending', orderArrows)}

## Work on a paid order

\`shared/rules/work/work-state.ts\`, ${WORK_STATES.length} states, moved by administrators; a work state is only shown once the order is
confirmed.

${diagram('waiting', arrowsOf(WORK_MOVES, ''))}

## Payment attempt: one receipt for one order

\`shared/rules/payments/payment-status.ts\`, ${ATTEMPT_STATES.length} states. A receipt may be recorded in any state when the shop first sees
it. The tests' database refuses every other move.

${diagram('unverified', arrowsOf(attemptMoves, ''))}

### A payment, once along its way

1. The browser's confirm call (\`confirm/confirm-payment.ts\`), a webhook (\`webhooks/handle-webhooks.ts\`) and the job
   (\`processing/process-due-receipts.ts\`) all call \`processing/process-receipt.ts\`. None of them trusts its caller.
2. It takes the lease of the attempt, so that one caller at a time asks the provider about a receipt.
3. It reads the receipt and asks \`decidePayment\` (\`shared/rules/payments/payment-decision.ts\`), a pure function.
4. For \`approve\` it commits the intent (\`approving\`), captures at the provider, and reads the outcome.
5. \`processing/record-receipt.ts\` decides again under the order's lock and writes order, attempt, timeline, notices and,
   for money that is not the order's, the refund, all in one transaction.
6. After the commit the provider's part follows: the refund is sent, an account is called off. A crash at any point
   leaves a state that step 1 of the job continues from.

## Refund

\`shared/rules/payments/refund-status.ts\`, ${REFUND_STATES.length} states. The receipt's amount decides (\`refund-outcome.ts\` beside it).

${diagram('requested', arrowsOf(REFUND_MOVES, ''))}

## Request for a refund

${REFUND_REQUEST_STATUSES.length} statuses: the customer asks and may withdraw, administrators grant or refuse; money paid back outside grants it too.

${diagram('open', arrowsOf(REFUND_REQUEST_MOVES, ''))}

## Refund that waits for a second administrator

${REFUND_PROPOSAL_STATUSES.length} statuses, only with \`FOUR_EYES_WON\` (decision 048). An administrator proposes and may withdraw, another one approves
or declines; it lapses after seven days, or when the customer's request ends or other money of the receipt goes back.

${diagram('open', arrowsOf(REFUND_PROPOSAL_MOVES, ''))}

## Conversation

\`shared/rules/conversation-status.ts\`, ${CONVERSATION_STATUSES.length} statuses. Administrators may set any status; \`on_hold\` needs a date.

${diagram('waiting', conversationArrows())}
`;
}

import { describe, expect, it } from 'vitest';
import {
  CONVERSATION_MOVES,
  CONVERSATION_STATUSES,
  canReopen,
  conversationStatusLabel,
  REOPEN_DAYS,
} from './conversation-status.ts';

describe('CONVERSATION_MOVES', () => {
  it("makes every conversation wait after a customer's message and answered after an administrator's message", () => {
    for (const status of CONVERSATION_STATUSES) {
      expect(CONVERSATION_MOVES.customer_message[status]).toBe('waiting');
      expect(CONVERSATION_MOVES.staff_message[status]).toBe('answered');
    }
  });

  it('ends a hold with the status by the last author, and changes no other status', () => {
    expect(CONVERSATION_MOVES.hold_over_unanswered.on_hold).toBe('waiting');
    expect(CONVERSATION_MOVES.hold_over_answered.on_hold).toBe('answered');
    for (const status of ['waiting', 'answered', 'closed'] as const) {
      expect(CONVERSATION_MOVES.hold_over_unanswered[status]).toBeNull();
      expect(CONVERSATION_MOVES.hold_over_answered[status]).toBeNull();
    }
  });
});

describe('canReopen', () => {
  it('ends 30 days after closing', () => {
    const closedAt = new Date('2026-03-01T00:00:00Z');
    const last = new Date(closedAt.getTime() + REOPEN_DAYS * 86_400_000);
    expect(canReopen(closedAt, last)).toBe(true);
    expect(canReopen(closedAt, new Date(last.getTime() + 1))).toBe(false);
  });
});

it('names every status in Korean', () => {
  expect(CONVERSATION_STATUSES.map(conversationStatusLabel)).toEqual(['답변 대기', '답변 완료', '보류', '종료']);
});

import { describe, expect, it } from 'vitest';
import type { NoticeRow } from './notices.admin-queries.ts';
import { presentNotice } from './notices.present.ts';

const ROW: Omit<NoticeRow, 'recipient'> = {
  id: 1,
  kind: 'paid',
  channel: 'email',
  order_id: 7,
  state: 'sent',
  attempts: 1,
  last_error: '',
  needs_attention: true,
  created_at: new Date('2026-11-23T04:00:00Z'),
  delivered_at: null,
};

describe('presentNotice', () => {
  it.each([
    ['01012345678', '010-****-5678'],
    ['0111234567', '011-****-4567'],
    ['hong.gildong@example.com', 'ho***@example.com'],
    ['abc@example.com', 'a***@example.com'],
    ['ab@example.com', 'a***@example.com'],
    ['a@example.com', '***@example.com'],
    ['', ''],
  ])('masks %s as %s', (recipient, masked) => {
    expect(presentNotice({ ...ROW, recipient }).recipient).toBe(masked);
  });
});

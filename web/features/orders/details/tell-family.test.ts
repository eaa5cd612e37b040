import { expect, it } from 'vitest';
import type { Order } from '#shared/features/orders/schemas.ts';
import { familyMessage } from './tell-family.tsx';

const ORDER: Order = {
  id: 1,
  order_number: '20261120-ABCDEF',
  my_role: 'both',
  participants: [],
  user_id: 1,
  soldier_id: 1,
  service_id: 19,
  service_name: '현역복무부적합심사',
  service_title: '현역복무부적합심사',
  category: 'during',
  selected_plan: '서류 준비',
  price: 1_500_000,
  paid_price: 1_500_000,
  status: 'confirmed',
  created_at: '2026-11-20T03:00:00.000Z',
  soldier: { fullname: '김군인', relationship: '자녀', military_status: '복무 중', phone: '01098765432', email: null },
  agreed_terms: null,
  payment: null,
  timeline: [],
  refund: null,
  case_description: '공황이 있습니다.',
  deadline_on: null,
  contact_window: '',
  work: { state: 'waiting', contact_by: '2026-11-23T09:00:00.000Z', started_at: null, closed_at: null, lawyer: null },
  steps: [],
  callback: null,
  contact_phone: '01023456789',
};

it('tells the family when the firm calls, and neither service nor person nor number', () => {
  const message = familyMessage(ORDER, new Date('2026-11-20T03:00:00Z'));
  expect(message).toContain('11월 23일(월) 18:00까지 연락드립니다.');
  expect(message).toContain('20261120-ABCDEF');
  for (const secret of ['현역복무', '김군인', '서류 준비', '공황', '2345', '9876'])
    expect(message).not.toContain(secret);
});

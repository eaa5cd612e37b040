import { expect, test } from 'vitest';
import { auditChanges, clipChange, summariseChanges } from './audit-changes.ts';

test('shows the values that differ, and no others', () => {
  const before = { status: 'pending', price: { plans: [{ name: '기본', price: 350_000 }] }, updated_at: '1' };
  const after = { status: 'confirmed', price: { plans: [{ name: '기본', price: 400_000 }] }, updated_at: '2' };
  const changes = auditChanges({ before, after });
  expect(changes).toEqual([
    { label: '상태', before: '결제 전', after: '결제됨' },
    { label: '가격 · 상품 옵션 · 1 · 가격', before: '350,000원', after: '400,000원' },
  ]);
  expect(summariseChanges(changes)).toBe('상태: 결제 전 → 결제됨 외 1개');
});

test('matches list items by id, in any order', () => {
  const before = [
    { id: 7, position: 1 },
    { id: 9, position: 2 },
  ];
  const after = [
    { id: 9, position: 2 },
    { id: 7, position: 3 },
  ];
  expect(auditChanges({ before, after })).toEqual([{ label: '번호 7 · 순서', before: '1', after: '3' }]);
});

test('shows values that were recorded on one side only', () => {
  expect(auditChanges({ before: null, after: { role: 'admin' } })).toEqual([
    { label: '권한', before: undefined, after: '관리자' },
  ]);
  expect(auditChanges({ before: { last_error: '' }, after: null })).toEqual([
    { label: '실패 사유', before: '비어 있음', after: undefined },
  ]);
  expect(auditChanges({ before: null, after: null })).toEqual([]);
  expect(summariseChanges([])).toBe('없음');
});

test('counts the items of long lists of numbers', () => {
  const orders = Array.from({ length: 50 }, (_, at) => at + 1);
  const [change] = auditChanges({ after: { orders } });
  expect(change?.after).toMatch(/^50개 \(번호 1, 2, 3, .*, 20 …\)$/);
});

test('shows the beginning of the hash of searched words', () => {
  const after = { orders: [3], filters: { q_hash: 'Zk3vQx9aTq0', untouched: false } };
  expect(summariseChanges(auditChanges({ after }))).toBe('조건 · 검색어: 암호화됨 (Zk3vQx9a) 외 1개');
});

test('has Korean words for the recorded fields and codes', () => {
  const summary = (entry: Parameters<typeof auditChanges>[0]) => summariseChanges(auditChanges(entry));
  expect(summary({ after: { method: 'password' } })).toBe('로그인 방법: 비밀번호');
  expect(summary({ after: { filters: {}, entries: 13 } })).toBe('기록 수: 13');
  expect(summary({ before: { assignee_id: null }, after: { assignee_id: 2 } })).toBe('담당자 번호: 없음 → 2');
  expect(summary({ before: { status: 'answered' }, after: { status: 'on_hold' } })).toBe('상태: 답변 완료 → 보류');
  expect(summary({ after: { status: 'open', requests: [3] } })).toBe('상태: 결정 대기 외 1개');
  expect(summary({ before: { state: 'in_progress' }, after: { state: 'closed' } })).toBe('상태: 업무 진행 중 → 종결');
  expect(summary({ before: { permissions: ['orders'] }, after: { permissions: ['orders', 'money'] } })).toBe(
    '권한 범위: 주문 → 주문\n환불',
  );
});

test('shows a code of a newer version as it is', () => {
  expect(summariseChanges(auditChanges({ after: { method: 'constructor' } }))).toBe('로그인 방법: constructor');
});

test('starts long texts a little before the first difference', () => {
  const same = '가'.repeat(1000);
  const { before, after } = clipChange({ label: '내용', before: `${same}전`, after: `${same}후` });
  expect(before).toBe(`… ${'가'.repeat(40)}전`);
  expect(after).toBe(`… ${'가'.repeat(40)}후`);
});

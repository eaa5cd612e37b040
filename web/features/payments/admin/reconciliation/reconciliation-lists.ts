/** Discrepancies or webhooks, the open ones or all of them; the first one when left out. */
export const RECONCILIATION_LISTS = [
  { list: undefined, label: '확인할 차이' },
  { list: 'all', label: '모든 차이' },
  { list: 'webhooks', label: '주문과 연결되지 않은 알림' },
  { list: 'all_webhooks', label: '전체 미확인 알림' },
] as const;

export type ReconciliationList = (typeof RECONCILIATION_LISTS)[number]['list'];

/** Describes what the lists read from the address. */
export type ReconciliationSearch = {
  list?: ReconciliationList;
  sort?: string | undefined;
  order?: string | undefined;
  cursor?: string | undefined;
};

export const NOTHING_TO_CHECK = {
  title: '확인할 내역이 없습니다',
  hint: '매일 새벽에 결제사의 기록과 비교합니다.',
};

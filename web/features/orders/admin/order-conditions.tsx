import { useQuery } from '@tanstack/react-query';
import { adminLabel, adminProfilesQuery } from '#web/features/admin-profiles/admin/api.ts';
import { DayField } from '#web/ui/dates/day-field.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import type { OrderFilters } from './order-search.ts';

/** Who takes the case: anyone, the person who asks, no one, or one administrator. */
export function AssigneeCondition({ assignee = '' }: { assignee: string | undefined }) {
  const { data: profiles = [] } = useQuery(adminProfilesQuery);
  const options = [
    { value: '', label: '모든 담당' },
    { value: 'me', label: '내 담당' },
    { value: 'none', label: '미배정' },
    ...profiles.map((member) => ({ value: String(member.id), label: adminLabel(member) })),
  ];
  // Until the administrators are loaded, the value in the address has no option.
  if (!options.some(({ value }) => value === assignee)) options.push({ value: assignee, label: '선택한 담당' });
  return <SelectField key={profiles.length} label="담당" name="assignee" defaultValue={assignee} options={options} />;
}

export function PeriodCondition({ from, to }: Pick<OrderFilters, 'from' | 'to'>) {
  return (
    <>
      <DayField label="시작일" name="from" defaultValue={from} />
      <DayField label="종료일" name="to" defaultValue={to} />
    </>
  );
}

const SORTS = [
  { value: 'created_at desc', label: '최근 주문순' },
  { value: 'created_at asc', label: '오래된 주문순' },
  { value: 'contact_by asc', label: '연락 기한이 빠른 순' },
  { value: 'contact_by desc', label: '연락 기한이 늦은 순' },
  { value: 'last_day asc', label: '기한이 빠른 순' },
  { value: 'last_day desc', label: '기한이 늦은 순' },
  { value: 'price desc', label: '금액이 큰 순' },
  { value: 'price asc', label: '금액이 작은 순' },
  { value: 'status asc', label: '상태순' },
  { value: 'status desc', label: '상태 역순' },
] as const;

/** The order of the cards on a phone, which have no heads. */
export function SortCondition({ filters: { sort = 'created_at', order = 'desc' } }: { filters: OrderFilters }) {
  return <SelectField label="정렬" name="sorted" defaultValue={`${sort} ${order}`} options={SORTS} />;
}

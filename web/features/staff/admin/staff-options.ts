import type { StaffMember } from '#shared/features/staff/schemas.ts';
import { staffLabel } from './api.ts';

/**
 * Those who take cases, as options of a select. A person who takes none any more stays an option
 * while `chosen`.
 */
export function assigneeOptions(staff: readonly StaffMember[], chosen: { id: number; label: string } | null) {
  const takers = staff.filter(({ takes_cases }) => takes_cases);
  const options = takers.map((member) => ({
    value: String(member.id),
    label: `${staffLabel(member)} (진행 ${member.open_orders.toLocaleString('ko-KR')}건)`,
  }));
  if (chosen === null || takers.some(({ id }) => id === chosen.id)) return options;
  return [...options, { value: String(chosen.id), label: chosen.label }];
}

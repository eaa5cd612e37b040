import type { AdminProfile } from '#shared/features/admin-profiles/schemas.ts';
import { adminLabel } from './api.ts';

/**
 * Those who take cases, as options of a select. A person who takes none any more stays an option
 * while `chosen`.
 */
export function assigneeOptions(profiles: readonly AdminProfile[], chosen: { id: number; label: string } | null) {
  const takers = profiles.filter(({ takes_cases }) => takes_cases);
  const options = takers.map((member) => ({
    value: String(member.id),
    label: `${adminLabel(member)} (진행 ${member.open_orders.toLocaleString('ko-KR')}건)`,
  }));
  if (chosen === null || takers.some(({ id }) => id === chosen.id)) return options;
  return [...options, { value: String(chosen.id), label: chosen.label }];
}

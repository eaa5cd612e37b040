import type { StaffMember } from '#shared/features/admin-profiles/schemas.ts';
import { formatMonthDay } from '#shared/format/dates.ts';
import { adminLabel } from './api.ts';

const awayText = ({ away_until: day }: StaffMember) =>
  day ? `${formatMonthDay(`${day}T00:00:00+09:00`)}까지 부재, ` : '';

/**
 * Those who take cases, as options of a select. A person who takes none any more stays an option
 * while `chosen`.
 */
export function assigneeOptions(profiles: readonly StaffMember[], chosen: { id: number; label: string } | null) {
  const takers = profiles.filter(({ takes_cases }) => takes_cases);
  const options = takers.map((member) => ({
    value: String(member.id),
    label: `${adminLabel(member)} (${awayText(member)}진행 ${member.open_cases.toLocaleString('ko-KR')}건)`,
  }));
  if (chosen === null || takers.some(({ id }) => id === chosen.id)) return options;
  return [...options, { value: String(chosen.id), label: chosen.label }];
}

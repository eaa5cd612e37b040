import { useNavigate } from '@tanstack/react-router';
import { SelectField } from '#web/ui/select-field.tsx';
import type { Columns } from '../data-table.tsx';
import type { ListSorting, SortOrder } from '../sort-head.tsx';

const ORDERS: Record<SortOrder, string> = { asc: '오름차순', desc: '내림차순' };

type Props<Row, Search extends object> = { columns: Columns<Row>; sorting: ListSorting<Search> };

/** The order of the cards on a narrow screen, which have no heads. */
export function SortSelect<Row, Search extends object>({ columns, sorting }: Props<Row, Search>) {
  const navigate = useNavigate();
  const choices = columns.flatMap(({ header, sort }) =>
    sort
      ? (['desc', 'asc'] as const).map((order) => ({
          key: sort.key,
          order,
          value: `${sort.key} ${order}`,
          label: `${header} ${ORDERS[order]}`,
        }))
      : [],
  );
  const handleChange = (value: string) => {
    const choice = choices.find((known) => known.value === value);
    if (!choice) return;
    void navigate({ to: sorting.to, search: sorting.searchOf(choice.key, choice.order), resetScroll: false });
  };
  return (
    <SelectField
      label="정렬"
      value={`${sorting.key} ${sorting.order}`}
      options={choices}
      onChange={({ currentTarget }) => handleChange(currentTarget.value)}
      className="lg:hidden"
    />
  );
}

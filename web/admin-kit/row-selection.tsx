import { useState } from 'react';

/** The rows of a page that are chosen for an action on several. */
export type RowSelection<Row> = {
  isSelected: (row: Row) => boolean;
  toggle: (row: Row) => void;
  /** Selects these rows only. */
  select: (rows: readonly Row[]) => void;
  /** The row for screen readers, as in `주문 20261122-ABCD1234`. */
  nameOf: (row: Row) => string;
};

type PageSelection = { page: string; ids: ReadonlySet<number> };

const NONE: ReadonlySet<number> = new Set();

/** Rows chosen on one page of a list; another `page` (its address) begins without any. */
export function useRowSelection<Row extends { id: number }>(
  page: string,
  nameOf: (row: Row) => string,
): RowSelection<Row> {
  const [held, setHeld] = useState<PageSelection>({ page, ids: NONE });
  const ids = held.page === page ? held.ids : NONE;
  return {
    isSelected: ({ id }) => ids.has(id),
    toggle: ({ id }) =>
      setHeld({ page, ids: ids.has(id) ? new Set([...ids].filter((kept) => kept !== id)) : new Set([...ids, id]) }),
    select: (rows) => setHeld({ page, ids: new Set(rows.map(({ id }) => id)) }),
    nameOf,
  };
}

type BoxProps = { label: string; isChecked: boolean; isPartial?: boolean; onToggle: () => void };

/** A checkbox with a target of 44 px on a phone. */
function Box({ label, isChecked, isPartial = false, onToggle }: BoxProps) {
  return (
    <label className="-m-1 inline-flex size-11 shrink-0 cursor-pointer items-center justify-center md:size-9">
      <input
        type="checkbox"
        checked={isChecked}
        ref={(box) => {
          if (box) box.indeterminate = isPartial;
        }}
        onChange={onToggle}
        className="size-[18px] accent-olive-700"
      />
      <span className="sr-only">{label}</span>
    </label>
  );
}

type RowProps<Row> = { row: Row; selection: RowSelection<Row> };

export function RowCheckbox<Row>({ row, selection }: RowProps<Row>) {
  return (
    <Box
      label={`${selection.nameOf(row)} 선택`}
      isChecked={selection.isSelected(row)}
      onToggle={() => selection.toggle(row)}
    />
  );
}

type AllProps<Row> = { rows: readonly Row[]; selection: RowSelection<Row> };

/** Selects all rows of the page, or none. */
export function AllCheckbox<Row>({ rows, selection }: AllProps<Row>) {
  const count = rows.filter(selection.isSelected).length;
  const isAll = rows.length > 0 && count === rows.length;
  return (
    <Box
      label="이 페이지 모두 선택"
      isChecked={isAll}
      isPartial={count > 0 && !isAll}
      onToggle={() => selection.select(isAll ? [] : rows)}
    />
  );
}

import type { ReactNode } from 'react';
import { AllCheckbox, RowCheckbox, type RowSelection } from './row-selection.tsx';
import { ariaSort, type ColumnSort, type ListSorting, SortHead } from './sort-head.tsx';
import { useRowClicks } from './use-row-clicks.ts';

export type Column<Row> = {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Right-aligned, with tabular figures. */
  isNumeric?: boolean;
  /** Left out where the table has no room for all columns. */
  isExtra?: boolean;
  /** The server sorts by it. */
  sort?: ColumnSort;
};
export type Columns<Row> = readonly [Column<Row>, ...Column<Row>[]];

export type TableProps<Row, Search extends object> = {
  /** Names the table for screen readers. */
  caption: string;
  /** The first column names the row. */
  columns: Columns<Row>;
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /**
   * The row on a phone, in place of all columns below each other. Marks its main link by
   * `data-row-name`.
   */
  card?: ((row: Row) => ReactNode) | undefined;
  sorting?: ListSorting<Search> | undefined;
  selection?: RowSelection<Row> | undefined;
  /** Rows of 32 px, for a list that is worked through. */
  isDense?: boolean | undefined;
};

const CELL = 'border-line border-b text-left align-middle';
const SIZES = { usual: 'h-10 px-3 py-1.5', dense: 'h-8 px-1 py-px' };
const EXTRA = 'hidden @6xl:table-cell';
const NUMERIC = 'whitespace-nowrap text-right tabular-nums';

/** Columns of a table that fits beside the menu on a small laptop. */
const MOST_IN_NARROW = 8;
const LAYOUTS = {
  narrow: { table: 'hidden @2xl:block', cards: 'grid grid-cols-[minmax(0,1fr)] gap-3 @2xl:hidden' },
  wide: { table: 'hidden @4xl:block', cards: 'grid grid-cols-[minmax(0,1fr)] gap-3 @4xl:hidden' },
};

/**
 * Rows of 40 px, dense ones of 32; cards where the page is too narrow for a table. A click on a row follows the link
 * in its first cell.
 */
export function DataTable<Row, Search extends object>(props: TableProps<Row, Search>) {
  const container = useRowClicks<HTMLDivElement>();
  const layout = props.columns.length > MOST_IN_NARROW ? LAYOUTS.wide : LAYOUTS.narrow;
  return (
    <div ref={container} className="@container">
      <div className={`overflow-hidden rounded border border-line bg-surface ${layout.table}`}>
        <Table {...props} />
      </div>
      <ul aria-label={props.caption} className={layout.cards}>
        {props.rows.map((row) => (
          <li key={props.keyOf(row)} className="rounded border border-line bg-surface px-4 py-3">
            <CardRow {...props} row={row} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Table<Row, Search extends object>(props: TableProps<Row, Search>) {
  const { caption, columns, rows, keyOf, sorting, selection, isDense = false } = props;
  const cellClass = `${CELL} ${isDense ? SIZES.dense : SIZES.usual}`;
  const [name, ...others] = columns;
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">{caption}</caption>
      <thead className="bg-paper text-ink-700">
        <tr>
          {selection && (
            <td className="w-10 border-line border-b pl-3">
              <AllCheckbox rows={rows} selection={selection} />
            </td>
          )}
          {columns.map(({ header, isNumeric, isExtra, sort }) => (
            <th
              key={header}
              scope="col"
              aria-sort={ariaSort(sort, sorting)}
              className={`${cellClass} whitespace-nowrap font-semibold ${isNumeric ? NUMERIC : ''} ${isExtra ? EXTRA : ''}`}
            >
              {sort && sorting ? <SortHead label={header} sort={sort} sorting={sorting} /> : header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="[&>tr:last-child>*]:border-b-0">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            className="hover:bg-olive-100 has-[[data-row-name]_a]:cursor-pointer has-[input:checked]:bg-olive-100"
          >
            {selection && (
              <td className="border-line border-b pl-3">
                <RowCheckbox row={row} selection={selection} />
              </td>
            )}
            <th scope="row" data-row-name className={`${cellClass} font-normal ${name.isNumeric ? NUMERIC : ''}`}>
              {name.cell(row)}
            </th>
            {others.map(({ header, cell, isNumeric, isExtra }) => (
              <td key={header} className={`${cellClass} ${isNumeric ? NUMERIC : ''} ${isExtra ? EXTRA : ''}`}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A row on a phone. */
function CardRow<Row, Search extends object>({
  row,
  columns,
  card,
  selection,
}: TableProps<Row, Search> & { row: Row }) {
  if (card && selection) {
    return (
      <div className="-ml-2 flex items-start gap-2">
        <RowCheckbox row={row} selection={selection} />
        <div className="min-w-0 grow">{card(row)}</div>
      </div>
    );
  }
  if (card) return card(row);
  const [name, ...others] = columns;
  return (
    <>
      <div data-row-name>{name.cell(row)}</div>
      <dl className="mt-1 grid grid-cols-[88px_1fr] items-baseline gap-x-3 gap-y-1">
        {others.map(({ header, cell }) => (
          <div key={header} className="contents">
            <dt className="text-ink-500">{header}</dt>
            <dd className="min-w-0 break-words text-ink-900">{cell(row)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

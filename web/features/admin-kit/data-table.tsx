import type { ReactNode } from 'react';
import { useRowClicks } from './use-row-clicks.ts';

export type Column<Row> = {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Right-aligned, with tabular figures. */
  isNumeric?: boolean;
};

type Props<Row> = {
  /** What the table holds, for screen readers. */
  caption: string;
  /** The first column names the row. */
  columns: readonly [Column<Row>, ...Column<Row>[]];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** The row on a phone, in place of all columns below each other. Marks its main link by `data-row-name`. */
  card?: ((row: Row) => ReactNode) | undefined;
};

const CELL = 'h-10 border-line border-b px-3 py-1.5 text-left align-middle';
const NUMERIC = 'whitespace-nowrap text-right tabular-nums';

/**
 * Rows of 40 px; cards on a phone, where a table does not fit. A click on a row follows the link in
 * its first cell.
 */
export function DataTable<Row>(props: Props<Row>) {
  const { caption, columns, rows, keyOf, card } = props;
  const container = useRowClicks<HTMLDivElement>();
  const [name, ...others] = columns;
  return (
    <div ref={container}>
      <div className="hidden overflow-hidden rounded border border-line bg-surface md:block">
        <table className="w-full border-collapse">
          <caption className="sr-only">{caption}</caption>
          <thead className="bg-paper text-ink-700">
            <tr>
              {columns.map(({ header, isNumeric }) => (
                <th key={header} scope="col" className={`${CELL} font-semibold ${isNumeric ? NUMERIC : ''}`}>
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="[&>tr:last-child>*]:border-b-0">
            {rows.map((row) => (
              <tr key={keyOf(row)} className="hover:bg-olive-100 has-[[data-row-name]_a]:cursor-pointer">
                <th scope="row" data-row-name className={`${CELL} font-normal ${name.isNumeric ? NUMERIC : ''}`}>
                  {name.cell(row)}
                </th>
                {others.map(({ header, cell, isNumeric }) => (
                  <td key={header} className={`${CELL} ${isNumeric ? NUMERIC : ''}`}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ul aria-label={caption} className="grid gap-3 md:hidden">
        {rows.map((row) => (
          <li key={keyOf(row)} className="rounded border border-line bg-surface px-4 py-3">
            {card ? (
              card(row)
            ) : (
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
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

import type { Column } from '#web/admin-kit/data-table.tsx';

type Props<Row> = {
  caption: string;
  /** The first column names the row. */
  columns: readonly [Column<Row>, ...Column<Row>[]];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
};

const CELL = 'h-10 border-line border-b px-2.5 py-1.5';

/**
 * The values of a chart, in the chart's own space: a long table scrolls, on phones sideways too.
 */
export function StatisticsTable<Row>({ caption, columns, rows, keyOf }: Props<Row>) {
  const [name, ...others] = columns;
  return (
    <section
      aria-label={`${caption} 표`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      className="h-full overflow-auto rounded border border-line"
    >
      <table className="w-full border-collapse">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-paper text-ink-700">
          <tr>
            {columns.map(({ header, isNumeric }) => (
              <th
                key={header}
                scope="col"
                className={`${CELL} whitespace-nowrap font-semibold ${isNumeric ? 'text-right' : 'text-left'}`}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="[&>tr:last-child>*]:border-b-0">
          {rows.map((row) => (
            <tr key={keyOf(row)} className="hover:bg-olive-100">
              <th scope="row" className={`${CELL} min-w-28 text-left font-normal tabular-nums`}>
                {name.cell(row)}
              </th>
              {others.map(({ header, cell, isNumeric }) => (
                <td key={header} className={`${CELL} whitespace-nowrap ${isNumeric ? 'text-right tabular-nums' : ''}`}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

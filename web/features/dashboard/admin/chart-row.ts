import type { Measures, Statistics } from '#shared/features/dashboard/schemas.ts';
import { serviceCategoryLabel } from '#shared/rules/service-category.ts';
import { dayWithWeekday, shortDay } from './statistics-texts.ts';

/**
 * One place of a chart and one row of its table: a day, a service or a category, in both periods.
 */
export type ChartRow = {
  key: string;
  /** The full label, and the one for the axis. */
  label: string;
  axisLabel: string;
  /** The day of the previous period that it is compared with. */
  labelBefore?: string;
  now: Measures;
  before: Measures;
};

export function rowsByDay({ by_day }: Statistics): ChartRow[] {
  return by_day.map(({ day, before_day, now, before }) => ({
    key: day,
    label: dayWithWeekday(day),
    axisLabel: shortDay(day),
    labelBefore: dayWithWeekday(before_day),
    now,
    before,
  }));
}

/** Characters of a word that fit on one line of an axis. */
const MOST_LETTERS = 8;

/**
 * An axis breaks labels at spaces only: insert spaces into long words, near their middle, so that
 * none is cut off or left with a single character.
 */
function breakable(title: string): string {
  return title.replace(/\S+/g, (word) =>
    word.length > MOST_LETTERS ? word.replaceAll('·', '· ').replace(/\S+/g, inEvenParts) : word,
  );
}

function inEvenParts(word: string): string {
  const length = Math.ceil(word.length / Math.ceil(word.length / MOST_LETTERS));
  return word.replace(new RegExp(`\\S{${length}}(?=\\S)`, 'g'), '$& ');
}

export function rowsByService({ by_service }: Statistics): ChartRow[] {
  return by_service.map(({ service_id, service_title, now, before }) => ({
    key: String(service_id),
    label: service_title,
    axisLabel: breakable(service_title),
    now,
    before,
  }));
}

export function rowsByCategory({ by_category }: Statistics): ChartRow[] {
  return by_category.map(({ category, now, before }) => {
    const label = serviceCategoryLabel(category);
    return { key: category, label, axisLabel: label, now, before };
  });
}

function addUp(statistics: Measures[]): Measures {
  const sum = { orders: 0, confirmed: 0, revenue: 0 };
  for (const measures of statistics) {
    sum.orders += measures.orders;
    sum.confirmed += measures.confirmed;
    sum.revenue += measures.revenue;
  }
  return sum;
}

/** The first rows, and one for all the others: a chart has room for few, its table shows all. */
export function joinRest(rows: ChartRow[], most: number): ChartRow[] {
  if (rows.length <= most) return rows;
  const rest = rows.slice(most - 1);
  const label = `그 밖의 ${rest.length}개`;
  return [
    ...rows.slice(0, most - 1),
    {
      key: 'rest',
      label,
      axisLabel: label,
      now: addUp(rest.map(({ now }) => now)),
      before: addUp(rest.map(({ before }) => before)),
    },
  ];
}

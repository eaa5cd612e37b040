import { sql } from 'kysely';
import { type DaySource, endOfDay, selectDay } from '#server/features/day/day-source.ts';
import { WORK_CONDITIONS } from '#server/features/orders/order-filters.ts';
import { FIRMS_LETTER } from '#server/features/orders/pending-task-rows.ts';

const ORDER = { order_id: sql`o.id`, assignee_id: sql`o.assignee_id` };

/** Deadlines of open cases; one that has passed stays until it is removed or the case is closed. */
const deadlines: DaySource = {
  kind: 'deadline',
  rows: () =>
    selectDay(
      {
        ...ORDER,
        id: sql`d.id`,
        due_at: endOfDay(sql`d.last_day`),
        since: sql`d.created_at`,
        title: sql`case when d.confirmed_by is null then d.title || ' (확인 전)' else d.title end`,
      },
      sql`order_deadlines d join orders o on o.id = d.order_id where ${WORK_CONDITIONS.open}`,
    ),
};

/** Letters that the firm sends or signs, and exceptions that wait for a second administrator. */
const letters: DaySource = {
  kind: 'letter',
  rows: () => {
    const overrides = selectDay(
      { ...ORDER, id: sql`g.id`, since: sql`g.asked_at`, title: sql`'승인: 수임계약서 없이 제출'` },
      sql`gate_overrides g join orders o on o.id = g.order_id where g.approved_by is null and ${WORK_CONDITIONS.open}`,
    );
    const own = selectDay(
      {
        ...ORDER,
        id: sql`l.id`,
        since: sql`coalesce(l.offered_at, l.created_at)`,
        title: sql`case when l.state = 'draft' then '수임계약서 보내기' else '수임계약서 서명' end`,
      },
      sql`letters l join orders o on o.id = l.order_id where ${FIRMS_LETTER} and ${WORK_CONDITIONS.open}`,
    );
    return sql`${overrides} union all ${own}`;
  },
};

/** Submitted questions and papers to be checked, and papers that were asked for by a day. */
const papers: DaySource = {
  kind: 'paper',
  rows: () => {
    const questions = selectDay(
      { ...ORDER, id: sql`s.id`, due_at: endOfDay(sql`s.due_on`), since: sql`s.created_at`, title: sql`'질문지 확인'` },
      sql`order_question_sets s join orders o on o.id = s.order_id
        where s.state = 'submitted' and ${WORK_CONDITIONS.open}`,
    );
    const papers = selectDay(
      {
        ...ORDER,
        id: sql`p.id`,
        due_at: endOfDay(sql`p.due_on`),
        since: sql`p.created_at`,
        title: sql`case when p.state = 'uploaded' then '서류 확인: ' else '서류 요청: ' end || p.title`,
      },
      sql`order_papers p join orders o on o.id = p.order_id
        where (p.state = 'uploaded' or (p.state in ('requested', 'returned') and p.due_on is not null))
          and ${WORK_CONDITIONS.open}`,
    );
    return sql`${questions} union all ${papers}`;
  },
};

export const CASEWORK_DAY: readonly DaySource[] = [deadlines, letters, papers];

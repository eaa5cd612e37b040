import type { CaseTask } from '#shared/features/casework/paper-schemas.ts';
import { Badge } from '#web/ui/badge.tsx';
import { TASK_LABELS } from '../case-words.ts';
import { DueDay } from '../due-day.tsx';

const WHOSE_LABELS: Record<CaseTask['whose'], string> = {
  client: '의뢰인 차례',
  payer: '결제하신 분 차례',
  firm: '우리 차례',
};

/** Everything that waits in a case, with whose turn it is. */
export function CaseTaskList({ tasks }: { tasks: readonly CaseTask[] }) {
  if (tasks.length === 0) return <p className="text-ink-700">기다리는 일이 없습니다.</p>;
  return (
    <ul>
      {tasks.map(({ kind, title, whose, due_on, href }) => (
        <li
          key={`${whose} ${kind} ${title}`}
          className="flex flex-wrap items-center gap-x-3 border-line border-b last:border-b-0"
        >
          <Badge kind={whose === 'firm' ? 'olive' : 'quiet'}>{WHOSE_LABELS[whose]}</Badge>
          <a
            href={href.slice(href.indexOf('#'))}
            className="inline-flex min-h-11 min-w-0 items-center break-words font-semibold text-ink-900 underline underline-offset-4 md:min-h-9"
          >
            {`${TASK_LABELS[kind]}: ${title}`}
          </a>
          {due_on && (
            <span className="text-ink-700">
              <DueDay day={due_on} isOn={kind === 'call'} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

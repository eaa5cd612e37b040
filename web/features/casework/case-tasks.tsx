import { Link, useRouter } from '@tanstack/react-router';
import { type MouseEvent, type ReactNode, useId } from 'react';
import type { CaseTask } from '#shared/features/casework/paper-schemas.ts';
import type { OrderDetail } from '#shared/features/orders/schemas.ts';
import { caseHeadline } from '#shared/rules/work/case-tasks.ts';
import { LINK_IN_TEXT } from '#web/ui/button-class.ts';
import { TASK_LABELS } from './case-words.ts';
import { DueDay } from './due-day.tsx';

type Props = {
  /** The tasks are undefined while they are loaded. */
  order: Pick<OrderDetail, 'id' | 'status' | 'work'> & { tasks: OrderDetail['tasks'] | undefined };
  /** How many answers the reader has not read. */
  answers: number;
  /** Says what happens next with the order. */
  children: ReactNode;
  /** A card around it has a heading of its own. */
  isInCard?: boolean;
};

/** The one box of a case, the same on every page: the tasks of the reader, and what happens next. */
export function CaseTasks({ order: { id, status, work, tasks }, answers, children, isInCard = false }: Props) {
  const headingId = useId();
  const [Box, Heading] = isInCard ? (['div', 'h3'] as const) : (['section', 'h2'] as const);
  const isOpen = work !== null && work.state !== 'closed';
  if (status !== 'confirmed' || (!isOpen && tasks?.length === 0)) return children;
  return (
    <Box
      // Beside other cards its name would be that of a landmark on each of them.
      aria-labelledby={isInCard ? undefined : tasks && headingId}
      className={isInCard ? 'grid gap-4' : 'grid gap-5 rounded-card border border-line bg-surface p-5 md:p-6'}
    >
      {tasks ? (
        <div>
          <Heading id={headingId} className={isInCard ? 'text-h4 text-ink-900' : 'text-h3 text-ink-900'}>
            {caseHeadline({ tasks: tasks.length, answers })}
          </Heading>
          {tasks.length === 0 && !isInCard && <NoTask orderId={id} answers={answers} />}
          {tasks.length > 0 && <TaskList tasks={tasks} />}
        </div>
      ) : (
        <div className="h-14" />
      )}
      {children}
    </Box>
  );
}

/** A card on my page has the link to the answers below it. */
function NoTask({ orderId, answers }: { orderId: number; answers: number }) {
  if (answers === 0) return <p className="mt-1 text-ink-700">하실 일이 생기면 여기에 나타납니다.</p>;
  return (
    <p className="mt-1">
      <Link to="/orders/$orderId" params={{ orderId: String(orderId) }} hash="consult" className={LINK_IN_TEXT}>
        {`새 답변 ${answers}개 읽기`}
      </Link>
    </p>
  );
}

function TaskList({ tasks }: { tasks: readonly CaseTask[] }) {
  return (
    <ul className="mt-3 border-line border-t">
      {tasks.map((task) => (
        <li key={`${task.kind} ${task.href}`} className="border-line border-b">
          <TaskLink task={task} />
        </li>
      ))}
    </ul>
  );
}

/** The address comes from the server, so the typed links of the router do not know it. */
function TaskLink({ task: { kind, title, due_on, href } }: { task: CaseTask }) {
  const { history } = useRouter();
  const handleClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    history.push(href);
  };
  return (
    <a
      href={href}
      onClick={handleClick}
      className="group flex min-h-14 items-center gap-3 py-2 focus-visible:-outline-offset-2"
    >
      <span className="min-w-0 flex-1">
        <span className="block text-caption text-ink-500">{TASK_LABELS[kind]}</span>
        <span className="block break-words font-semibold text-ink-900 group-hover:underline">{title}</span>
        {due_on && (
          <span className="block text-ink-700 text-small">
            <DueDay day={due_on} isOn={kind === 'call'} />
          </span>
        )}
      </span>
      <svg viewBox="0 0 8 14" className="h-3.5 w-2 shrink-0 fill-none stroke-2 stroke-olive-700" aria-hidden="true">
        <path d="m1 1 6 6-6 6" />
      </svg>
    </a>
  );
}

import { Link } from '@tanstack/react-router';
import type { CaseQuestionSet } from '#shared/features/questions/schemas.ts';
import { formatDay } from '#shared/format/dates.ts';
import type { SetState } from '#shared/rules/questions/question-set.ts';
import { Badge } from '#web/ui/badge.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { progressOf, SET_LABELS, shownGroups, valuesOf } from './shown-set.ts';

const ACTS: Record<SetState, string> = {
  not_started: '답하기',
  started: '이어서 답하기',
  submitted: '답 보기',
  asked_again: '다시 답하기',
  confirmed: '답 보기',
};

/** The question sets of a case, each with the way to its page. */
export function SetList({ orderId, sets }: { orderId: number; sets: readonly CaseQuestionSet[] }) {
  return (
    <ul className="grid gap-4">
      {sets.map((set) => {
        const { label, kind } = SET_LABELS[set.state];
        const values = valuesOf(set);
        const { asked, answered } = progressOf(shownGroups(set, values), values);
        const isDone = set.state === 'submitted' || set.state === 'confirmed';
        return (
          <li
            key={set.set}
            className="flex flex-wrap items-center justify-between gap-4 rounded-card border border-line bg-surface p-4 md:p-5"
          >
            <div className="min-w-0">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <h3 className="font-semibold text-ink-900">{set.title}</h3>
                <Badge kind={kind}>{label}</Badge>
              </div>
              <p className="mt-1 text-small tabular-nums">
                {`질문 ${asked}개 중 ${answered}개 답함`}
                {!isDone && set.due_on && ` · ${formatDay(set.due_on)}까지`}
              </p>
            </div>
            <Link
              to="/orders/$orderId/questions/$set"
              params={{ orderId: String(orderId), set: set.set }}
              aria-label={`${ACTS[set.state]}: ${set.title}`}
              className={buttonClass(isDone ? 'secondary' : 'primary')}
            >
              {ACTS[set.state]}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

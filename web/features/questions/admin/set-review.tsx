import { useState } from 'react';
import type { CaseQuestionSet } from '#shared/features/questions/schemas.ts';
import { formatDay } from '#shared/format/dates.ts';
import { mayStaffMove } from '#shared/rules/questions/answer-rules.ts';
import { useReadCase } from '#web/features/casework/admin/use-read-case.ts';
import { useAction } from '#web/lib/use-action.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { progressOf, SET_LABELS, shownGroups, takesAnswer, valuesOf } from '../shown-set.ts';
import { moveSet } from './api.ts';
import { ReviewedAnswer } from './reviewed-answer.tsx';

type Props = { orderId: number; set: CaseQuestionSet };

/** The reasons for which questions are asked again, by question; an empty one is not written yet. */
type Reasons = Readonly<Record<string, string>>;

/** A set with its answers: confirmed as a whole, or some questions asked again. */
export function SetReview({ orderId, set }: Props) {
  const { state, title, due_on: dueOn } = set;
  const { label, kind } = SET_LABELS[state];
  const values = valuesOf(set);
  const groups = shownGroups(set, values);
  const { asked, answered } = progressOf(groups, values);
  const [reasons, setReasons] = useState<Reasons>({});
  const mayAsk = mayStaffMove(state, 'asked_again');
  const change = (id: string, reason: string | undefined) =>
    setReasons(({ [id]: _old, ...others }) => (reason === undefined ? others : { ...others, [id]: reason }));
  return (
    <details
      id={`questions-${set.set}`}
      open={state === 'submitted'}
      className="scroll-mt-20 rounded border border-line"
    >
      <summary className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
        <span className="font-semibold text-ink-900">{title}</span>
        <Badge kind={kind}>{label}</Badge>
        <span className="text-ink-500 tabular-nums">
          {`질문 ${asked}개 중 ${answered}개 답함${dueOn ? ` · ${formatDay(dueOn)}까지` : ''}`}
        </span>
      </summary>
      <div className="grid gap-5 border-line border-t px-3 py-4">
        {groups.map(({ title: groupTitle, questions }) => (
          <section key={groupTitle} aria-label={groupTitle} className="grid gap-4">
            <h3 className="font-semibold text-ink-500">{groupTitle}</h3>
            {questions.filter(takesAnswer).map((question) => (
              <ReviewedAnswer
                key={question.id}
                question={question}
                answer={set.answers[question.id]}
                reason={reasons[question.id]}
                onReason={mayAsk ? (reason) => change(question.id, reason) : undefined}
              />
            ))}
          </section>
        ))}
        <SetActs orderId={orderId} set={set} reasons={reasons} />
      </div>
    </details>
  );
}

function SetActs({ orderId, set: { set, state }, reasons }: Props & { reasons: Reasons }) {
  const readCase = useReadCase();
  const { isBusy, problem, run } = useAction();
  const [obstacle, setObstacle] = useState<string>();
  const asked = Object.keys(reasons);
  const move = (body: Parameters<typeof moveSet>[2]) =>
    run(async () => {
      await moveSet(orderId, set, body);
      await readCase();
    });
  const askAgain = () => {
    const isOneEmpty = Object.values(reasons).some((reason) => reason.trim() === '');
    setObstacle(isOneEmpty ? '다시 묻는 까닭을 모두 적어주세요.' : undefined);
    if (!isOneEmpty) void move({ state: 'asked_again', questions: reasons });
  };
  if (!mayStaffMove(state, 'asked_again')) {
    return <p className="text-ink-500">제출하면 확인하거나 다시 물을 수 있습니다.</p>;
  }
  return (
    <div className="grid gap-3 border-line border-t pt-4">
      {(problem ?? obstacle) && <Notice kind="danger">{problem ?? obstacle}</Notice>}
      <div className="flex flex-wrap gap-3">
        {state === 'submitted' && asked.length === 0 && (
          <Button isBusy={isBusy} onClick={() => void move({ state: 'confirmed' })}>
            답 확인
          </Button>
        )}
        {asked.length > 0 && (
          <Button isBusy={isBusy} onClick={askAgain}>
            {`질문 ${asked.length}개 다시 묻기`}
          </Button>
        )}
      </div>
    </div>
  );
}

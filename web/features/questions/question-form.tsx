import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { CaseQuestionSet } from '#shared/features/questions/schemas.ts';
import { isAnswered, isOpen } from '#shared/rules/questions/answer-rules.ts';
import { ANSWERS_SELF } from '#shared/rules/questions/question-set.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useAction } from '#web/lib/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { questionsQuery, submitSet } from './api.ts';
import { PartNav } from './part-nav.tsx';
import { QuestionItem } from './question-item.tsx';
import { type CaseQuestion, progressOf, shownGroups, takesAnswer } from './shown-set.ts';
import { useAnswers } from './use-answers.ts';

const UNSAVED = '아직 저장하지 못한 답이 있습니다. 표시된 답을 확인하고 다시 제출해주세요.';
const CLIENT_ANSWERS = { [ANSWERS_SELF]: true };
const MISSING = '아직 답하지 않은 질문이 있습니다. 표시된 질문에 답하고 다시 제출해주세요.';

type Props = {
  orderId: number;
  accountId: number;
  set: CaseQuestionSet;
  hasConsent: boolean;
  /** The client reads the page: their answer to ANSWERS_SELF is known. */
  isClient: boolean;
  /** Opens the consent to the use of sensitive data; left out for a person who is not asked for it. */
  onAskConsent?: (() => void) | undefined;
  /** The part that is shown, from 0. */
  part: number;
  onPart: (part: number) => void;
  onSubmitted: () => void;
};

/** A question set that takes answers, one part at a time; paper has all parts. */
export function QuestionForm(props: Props) {
  const { orderId, accountId, set, hasConsent, isClient, onAskConsent, part, onPart, onSubmitted } = props;
  const queryClient = useQueryClient();
  const answers = useAnswers({ orderId, accountId, set, presets: isClient ? CLIENT_ANSWERS : {} });
  const { isBusy, problem, run } = useAction();
  const [obstacle, setObstacle] = useState<string>();
  const [missing, setMissing] = useState<Readonly<Record<string, string>>>({});
  const groups = shownGroups(set, answers.values);
  const current = Math.min(part, groups.length - 1);
  const place = usePartFocus(current);

  const isLocked = ({ sensitive }: CaseQuestion) => sensitive && !hasConsent;
  const isLeft = (question: CaseQuestion) =>
    question.required && takesAnswer(question) && !isLocked(question) && !isAnswered(answers.values[question.id]);
  const { asked, answered } = progressOf(groups, answers.values);
  const parts = groups.map(({ title, questions }) => ({ title, isDone: !questions.some(isLeft) }));

  /** Opens the part of a question, and moves the focus to its field. */
  const lead = (id: string | undefined) => {
    const index = groups.findIndex(({ questions }) => questions.some((one) => one.id === id));
    if (id === undefined || index < 0) return;
    onPart(index);
    place.focusNext(`question-${id}`);
  };
  const send = async () => {
    setObstacle(undefined);
    setMissing({});
    if (!(await answers.flush())) {
      setObstacle(UNSAVED);
      const unsaved = groups
        .flatMap(({ questions }) => questions)
        .find(({ id }) => isUnsaved(answers.editOf(id)?.status));
      return lead(unsaved?.id);
    }
    try {
      const submitted = await submitSet({ id: orderId, set: set.set });
      queryClient.setQueryData(questionsQuery(orderId).queryKey, (sets) =>
        sets?.map((one) => (one.set === set.set ? submitted : one)),
      );
      onSubmitted();
    } catch (error) {
      if (!(error instanceof ApiError) || error.details.length === 0) throw error;
      setMissing(Object.fromEntries(error.details.map(({ path, message }) => [path, message])));
      setObstacle(MISSING);
      lead(error.details[0]?.path);
    }
  };
  const isLast = current === groups.length - 1;
  return (
    <div>
      <div className="print:hidden">
        <PartNav parts={parts} current={current} onChange={onPart} />
        <p className="mt-3 text-ink-700 text-small tabular-nums">{`질문 ${asked}개 중 ${answered}개 답함 · 적는 대로 저장됩니다.`}</p>
      </div>
      <div ref={place.ref}>
        {groups.map(({ title, questions }, index) => (
          <section key={title} aria-label={title} className={`mt-6 print:block ${index === current ? '' : 'hidden'}`}>
            <h2
              tabIndex={-1}
              className="mb-5 scroll-mt-24 text-h3 print:break-after-avoid text-ink-900 focus:outline-none"
            >
              {title}
            </h2>
            <div className="grid gap-4">
              {questions.map((question) => (
                <div key={question.id} id={`question-${question.id}`} className="min-w-0 scroll-mt-24">
                  <QuestionItem
                    question={question}
                    answers={answers}
                    isOpen={isOpen(set.state, question.asked_again !== null)}
                    hasConsent={hasConsent}
                    onAskConsent={onAskConsent}
                    missing={isAnswered(answers.values[question.id]) ? undefined : missing[question.id]}
                  />
                </div>
              ))}
            </div>
          </section>
        ))}
      </div>
      <div className="mt-8 grid gap-4 border-line border-t pt-6 print:hidden">
        {(problem ?? obstacle) && <Notice kind="danger">{problem ?? obstacle}</Notice>}
        <div className="flex flex-wrap gap-3">
          {current > 0 && (
            <Button kind="secondary" onClick={() => onPart(current - 1)}>
              이전
            </Button>
          )}
          {isLast ? (
            <Button isBusy={isBusy} onClick={() => void run(send)} className="flex-1 sm:flex-none">
              제출하기
            </Button>
          ) : (
            <Button onClick={() => onPart(current + 1)} className="flex-1 sm:flex-none">
              다음
            </Button>
          )}
        </div>
        {isLast && <p className="text-ink-500 text-small">제출한 뒤에는 담당자가 다시 여쭐 때만 고칠 수 있습니다.</p>}
      </div>
    </div>
  );
}

const isUnsaved = (status: string | undefined) => status !== undefined && status !== 'saved';

/** Moves the focus to the heading of a part that was opened, or to the field that was named. */
function usePartFocus(current: number) {
  const ref = useRef<HTMLDivElement>(null);
  const next = useRef<string>(undefined);
  const shown = useRef(current);
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for each field that is named
  useEffect(() => {
    const id = next.current;
    next.current = undefined;
    const named = id && ref.current?.querySelector<HTMLElement>(`[id="${id}"] :is(input, textarea)`);
    if (named) named.focus();
    else if (shown.current !== current) {
      ref.current?.querySelector<HTMLElement>('section:not(.hidden) h2')?.focus();
    }
    shown.current = current;
  }, [current, turn]);
  return {
    ref,
    focusNext: (id: string) => {
      next.current = id;
      setTurn((before) => before + 1);
    },
  };
}

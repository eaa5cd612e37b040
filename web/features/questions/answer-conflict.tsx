import { answerText } from '#shared/rules/questions/answer-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { Edit } from './answer-store.ts';
import type { CaseQuestion } from './shown-set.ts';
import type { Answers } from './use-answers.ts';

type Props = { question: CaseQuestion; edit: Edit; onChoose: Answers['choose'] };

/** Shows both texts of an answer that was saved elsewhere meanwhile, and lets the person choose. */
export function AnswerConflict({ question, edit: { value, stored }, onChoose }: Props) {
  if (!stored) return null;
  const texts = [
    ['지금 적은 답', answerText(question, value)],
    ['저장된 답', answerText(question, stored.value)],
  ] as const;
  return (
    <Notice kind="danger">
      다른 곳에서 이 답을 먼저 저장했습니다. 둘 중 하나를 골라주세요.
      <dl className="mt-3 grid gap-3 text-ink-900 sm:grid-cols-2">
        {texts.map(([label, text]) => (
          <div key={label} className="min-w-0 rounded border border-line p-3">
            <dt className="font-semibold">{label}</dt>
            <dd className="mt-1 max-h-48 overflow-y-auto whitespace-pre-wrap break-words">{text || '(비어 있음)'}</dd>
          </div>
        ))}
      </dl>
      <span className="mt-3 flex flex-wrap gap-3">
        <Button kind="secondary" onClick={() => onChoose(question.id, 'own')}>
          지금 적은 답으로 저장
        </Button>
        <Button kind="secondary" onClick={() => onChoose(question.id, 'stored')}>
          저장된 답 쓰기
        </Button>
      </span>
    </Notice>
  );
}

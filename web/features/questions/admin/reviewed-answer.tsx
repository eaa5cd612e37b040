import type { CaseQuestionSet } from '#shared/features/questions/schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { answerText } from '#shared/rules/questions/answer-text.ts';
import { AreaField } from '#web/ui/area-field.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import type { CaseQuestion } from '../shown-set.ts';

type Answer = CaseQuestionSet['answers'][string];
const BY: Record<Answer['by'], string> = { client: '의뢰인', payer: '결제하신 분', firm: '담당자' };

type Props = {
  question: CaseQuestion;
  answer: Answer | undefined;
  /** Why it is asked again; undefined while it is not. */
  reason: string | undefined;
  /** Left out where the set cannot be asked again now. */
  onReason: ((reason: string | undefined) => void) | undefined;
};

/** One answer with its author; staff can ask it again with a reason. */
export function ReviewedAnswer({ question, answer, reason, onReason }: Props) {
  const { label, sensitive, asked_again: askedAgain } = question;
  const text = answer ? answerText(question, answer.value) : '';
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-2 font-semibold text-ink-900">
        {label}
        {sensitive && <Badge kind="quiet">민감정보</Badge>}
        {askedAgain && <Badge kind="danger">다시 물음</Badge>}
      </p>
      <p className="mt-0.5 whitespace-pre-wrap break-words text-ink-900">
        {text || <span className="text-ink-500">답하지 않음</span>}
      </p>
      {answer && text !== '' && (
        <p className="text-caption text-ink-500 tabular-nums">{`${BY[answer.by]} · ${formatDateTime(answer.at)}`}</p>
      )}
      {askedAgain && <p className="text-ink-700">{`다시 물은 까닭: ${askedAgain}`}</p>}
      {onReason && (
        <Checkbox
          label="다시 묻기"
          aria-label={`다시 묻기: ${label}`}
          checked={reason !== undefined}
          onChange={({ target }) => onReason(target.checked ? '' : undefined)}
        />
      )}
      {onReason && reason !== undefined && (
        <AreaField
          label={`다시 묻는 까닭: ${label}`}
          hint="답하는 분이 읽습니다."
          value={reason}
          onChange={({ target }) => onReason(target.value)}
        />
      )}
    </div>
  );
}

import type { ReactNode } from 'react';
import { answerText } from '#shared/rules/questions/answer-text.ts';
import type { AnswerValue } from '#shared/rules/questions/question-set.ts';
import { Button } from '#web/ui/button.tsx';
import { AnswerConflict } from './answer-conflict.tsx';
import { AnswerField } from './answer-field.tsx';
import type { Edit } from './answer-store.ts';
import type { CaseQuestion } from './shown-set.ts';
import type { Answers } from './use-answers.ts';

type Props = {
  question: CaseQuestion;
  answers: Answers;
  /** Takes an answer now. */
  isOpen: boolean;
  /** The client has consented to the use of sensitive data. */
  hasConsent: boolean;
  /** Opens the consent; left out for a person who is not asked for it. */
  onAskConsent?: (() => void) | undefined;
  /** Said when the set could not be submitted. */
  missing: string | undefined;
};

/** A question of a set: its field, or the reason for which it has none. */
export function QuestionItem({ question, answers, isOpen, hasConsent, onAskConsent, missing }: Props) {
  const { id, kind, label, sensitive, asked_again: reason } = question;
  const value = answers.values[id] ?? null;
  if (kind === 'notice') return <p className="border-info border-l-2 pl-4 text-ink-900">{label}</p>;
  if (kind === 'paper') {
    return (
      <Plain
        label={label}
        isForScreen
        text="사진이나 파일은 이 사건의 ‘서류’나 ‘상담’에서 올려주세요. 없으면 건너뛰셔도 됩니다."
      />
    );
  }
  if (!isOpen) return <ClosedAnswer question={question} value={value} />;
  if (sensitive && !hasConsent) {
    return (
      <Plain
        label={label}
        text="건강, 범죄, 성생활에 관한 답은 의뢰인이 민감정보 처리에 동의한 뒤에 적을 수 있습니다. 지금은 비워두고 제출하셔도 됩니다."
      >
        {onAskConsent && (
          <Button
            kind="secondary"
            aria-label={`동의 내용 보기: ${label}`}
            onClick={onAskConsent}
            className="mt-3 print:hidden"
          >
            동의 내용 보기
          </Button>
        )}
      </Plain>
    );
  }
  const edit = answers.editOf(id);
  return (
    <>
      <div className="print:hidden">
        {reason && (
          <p className="mb-2 whitespace-pre-line break-words border-danger border-l-2 pl-3 text-ink-900 text-small">
            <span className="font-semibold">다시 확인해주세요: </span>
            {reason}
          </p>
        )}
        <AnswerField question={question} answers={answers} error={edit?.problem ?? missing} />
        {edit?.status === 'conflict' && <AnswerConflict question={question} edit={edit} onChoose={answers.choose} />}
        <p className="mt-1 min-h-5 text-caption text-ink-500">{edit && SAVING[edit.status]}</p>
      </div>
      <div className="hidden print:block">
        <ClosedAnswer question={question} value={value} />
      </div>
    </>
  );
}

const SAVING: Record<Edit['status'], string> = {
  typed: '',
  saving: '저장하고 있습니다.',
  saved: '저장했습니다.',
  waiting: '연결이 끊겼습니다. 적으신 답은 이 화면에 있고, 연결되면 저장합니다.',
  refused: '아직 저장하지 않았습니다.',
  conflict: '',
};

type PlainProps = { label: string; text: string; isForScreen?: boolean; children?: ReactNode };

function Plain({ label, text, isForScreen = false, children }: PlainProps) {
  return (
    <div className={`rounded border border-line bg-paper p-4 ${isForScreen ? 'print:hidden' : ''}`}>
      <p className="font-semibold text-ink-900 text-small">{label}</p>
      <p className="mt-1 text-ink-700 text-small">{text}</p>
      {children}
    </div>
  );
}

/** A question whose answer is only read. */
export function ClosedAnswer({ question, value }: { question: CaseQuestion; value: AnswerValue }) {
  return (
    <div className="print:break-inside-avoid">
      <p className="font-semibold text-ink-900 text-small">{question.label}</p>
      <p className="mt-1 whitespace-pre-wrap break-words text-ink-700">
        {answerText(question, value) || <span className="text-ink-500">답하지 않음</span>}
      </p>
    </div>
  );
}

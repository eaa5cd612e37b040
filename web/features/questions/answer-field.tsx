import { AreaField } from '#web/ui/area-field.tsx';
import { DayField } from '#web/ui/dates/day-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { ChoiceField } from './choice-field.tsx';
import type { CaseQuestion } from './shown-set.ts';
import type { Answers } from './use-answers.ts';

const YES_NO = [
  { id: 'yes', label: '예' },
  { id: 'no', label: '아니요' },
];

/** Of the field for a long text: six lines. */
const LONG_HEIGHT = 168;
/** The length of a text is shown from here on, as a part of the longest. */
const NEARLY_FULL = 0.8;

function lengthText(text: string, max: number | null): string {
  if (max === null || text.length < max * NEARLY_FULL) return '';
  return `${text.length.toLocaleString('ko-KR')} / ${max.toLocaleString('ko-KR')}자`;
}

type Props = { question: CaseQuestion; answers: Answers; error: string | undefined };

/** The control of a question, by its kind. */
export function AnswerField({ question, answers, error }: Props) {
  const { id, kind, label, help, required, options, max } = question;
  const value = answers.values[id] ?? null;
  const text = typeof value === 'string' ? value : '';
  const hint = [help, lengthText(text, max)].filter(Boolean).join(' ') || undefined;
  const field = { label, hint, error, isOptional: !required };
  const handleBlur = () => void answers.save(id);
  const typed = {
    value: text,
    onChange: ({ target }: { target: { value: string } }) => answers.type(id, target.value || null),
    onBlur: handleBlur,
    autoComplete: 'off',
  };
  switch (kind) {
    case 'text':
      return <TextField {...field} {...typed} />;
    case 'date':
      // The browser gives half a day no value, so the field keeps by itself what is typed.
      return (
        <DayField
          {...field}
          key={answers.shownRevision(id)}
          defaultValue={text}
          onChange={({ target }) => {
            if (target.validity.valid) answers.type(id, target.value || null);
          }}
          onBlur={handleBlur}
        />
      );
    case 'yes_no':
      return (
        <ChoiceField
          {...field}
          options={YES_NO}
          chosen={typeof value === 'boolean' ? [value ? 'yes' : 'no'] : []}
          onChange={([chosen]) => answers.type(id, chosen === undefined ? null : chosen === 'yes')}
        />
      );
    case 'choice':
      return (
        <ChoiceField
          {...field}
          options={options}
          chosen={text === '' ? [] : [text]}
          onChange={([chosen]) => answers.type(id, chosen ?? null)}
        />
      );
    case 'choices':
      return (
        <ChoiceField
          {...field}
          options={options}
          isMultiple
          chosen={value !== null && typeof value === 'object' ? value : []}
          onChange={(chosen) => answers.type(id, chosen.length > 0 ? chosen : null)}
        />
      );
    default:
      return <AreaField {...field} {...typed} style={{ minHeight: LONG_HEIGHT }} />;
  }
}

import type { PaperTemplate } from '#content/papers/paper-templates.ts';
import {
  type CreatePaperBody,
  createPaperBody,
  type Paper,
  type PaperSeen,
} from '#shared/features/casework/paper-schemas.ts';
import { formatDay } from '#shared/format/dates.ts';
import { StoredMeanwhile } from '#web/admin-kit/stored-meanwhile.tsx';
import { useSeen } from '#web/admin-kit/use-seen.ts';
import { useAppForm } from '#web/lib/form.ts';
import { AreaField } from '#web/ui/area-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { DayField } from '#web/ui/dates/day-field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { createPaper, readCaseOrder, updatePaper } from './api.ts';
import { useReadCase } from './use-read-case.ts';

const ASKED_OF = [
  { value: 'client', label: '의뢰인 (참여 전에는 결제하신 분)' },
  { value: 'payer', label: '결제하신 분' },
];

type Values = Required<CreatePaperBody>;
const BLANK: Values = { title: '', why: '', asked_of: 'client', due_on: '', filing: false, form: null };

const seenOf = ({ title, why, asked_of, due_on, filing }: Paper): PaperSeen => ({
  title,
  why,
  asked_of,
  due_on,
  filing: filing === true,
});

type Props = {
  orderId: number;
  /** The paper that is changed; another one is asked for without it. */
  paper?: Paper;
  /** Papers that fill the form by one choice. */
  templates?: readonly PaperTemplate[];
  onClose: () => void;
};

/** Asks for a paper by hand, or changes what was asked for. */
export function PaperForm({ orderId, paper, templates = [], onClose }: Props) {
  const readCase = useReadCase();
  const { conflict, save, takeStored } = useSeen(paper && seenOf(paper), async () => {
    const stored = (await readCaseOrder(orderId)).papers.find(({ id }) => id === paper?.id);
    return stored && seenOf(stored);
  });
  const { form, field, submit, problem, isSubmitting } = useAppForm(createPaperBody, {
    defaultValues: paper ? { ...seenOf(paper), due_on: paper.due_on ?? '' } : BLANK,
    onSubmit: async (body) => {
      if (paper) await save(async (seen) => seenOf(await updatePaper(orderId, paper.id, { ...body, seen })));
      else await createPaper(orderId, body);
      await readCase();
      onClose();
    },
  });
  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label={paper ? `${paper.title} 수정` : '서류 요청'}
      className="@container grid gap-3"
    >
      {templates.length > 0 && (
        <fieldset className="grid gap-2">
          <legend className="mb-2 text-ink-700">자주 요청하는 서류에서 고르기</legend>
          <div className="flex flex-wrap gap-2">
            {templates.map(({ title, why, asked_of, form: printed = null }) => (
              <Button
                key={title}
                kind="secondary"
                className="md:min-h-9 md:px-4"
                onClick={() => form.reset({ ...form.getValues(), title, why, asked_of, form: printed })}
              >
                {title}
              </Button>
            ))}
          </div>
        </fieldset>
      )}
      <TextField {...field('title')} label="서류 이름" autoComplete="off" autoFocus />
      <AreaField {...field('why')} label="필요한 까닭" hint="요청받는 분이 읽습니다." isOptional />
      {form.watch('form') && <p className="text-ink-700">요청받는 분이 양식을 인쇄해 펜으로 서명합니다.</p>}
      <div className="grid gap-3 @md:grid-cols-2">
        <SelectField {...field('asked_of')} label="누구에게" options={ASKED_OF} />
        <DayField {...field('due_on')} label="언제까지" isOptional />
      </div>
      <Checkbox
        {...field('filing')}
        label="의뢰인 이름으로 제출하는 서류: 수임계약서가 체결된 뒤에만 확인할 수 있습니다."
      />
      {conflict ? (
        <StoredMeanwhile
          stored={{
            '서류 이름': conflict.title,
            '필요한 까닭': conflict.why,
            언제까지: conflict.due_on ? formatDay(conflict.due_on) : '',
          }}
          onTake={() => {
            const stored = takeStored();
            if (stored) form.reset({ ...stored, due_on: stored.due_on ?? '' });
          }}
        />
      ) : (
        problem && <Notice kind="danger">{problem}</Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={isSubmitting}>
          {paper ? (conflict ? '내 내용으로 저장' : '저장') : '요청하기'}
        </Button>
        <Button kind="secondary" onClick={onClose}>
          취소
        </Button>
      </div>
    </form>
  );
}

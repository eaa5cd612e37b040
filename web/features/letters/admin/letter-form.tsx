import { type AdminLetter, updateLetterBody } from '#shared/features/letters/schemas.ts';
import { MoneyField } from '#web/admin-kit/money/money-field.tsx';
import { StoredMeanwhile } from '#web/admin-kit/stored-meanwhile.tsx';
import { useSeen } from '#web/admin-kit/use-seen.ts';
import { useReadCase } from '#web/features/casework/admin/use-read-case.ts';
import { useAppForm } from '#web/lib/form.ts';
import { AreaField } from '#web/ui/area-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { createLetter, readLetter, updateLetter } from './api.ts';

type Draft = Pick<AdminLetter, 'scope' | 'fee' | 'terms'>;

const valuesOf = ({ scope, fee, terms }: Draft): Draft => ({ scope, fee, terms });

type Props = {
  orderId: number;
  /** Undefined for a new one. */
  draft: AdminLetter | undefined;
  initial: Draft;
  onClose: () => void;
};

/** The parts of a letter that administrators write; the rest comes from the template and the order. */
export function LetterForm({ orderId, draft, initial, onClose }: Props) {
  const readCase = useReadCase();
  const { conflict, save, takeStored } = useSeen<Draft>(draft, () => readLetter(orderId));
  const { form, field, submit, problem, isSubmitting } = useAppForm(updateLetterBody, {
    defaultValues: valuesOf(initial),
    onSubmit: async ({ seen: _, ...body }) => {
      if (draft) await save((seen) => updateLetter(orderId, { ...body, seen: seen && valuesOf(seen) }));
      else await createLetter(orderId, body);
      await readCase();
      onClose();
    },
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label="수임계약서 초안" className="grid gap-3">
      <AreaField
        {...field('scope')}
        label="맡기는 일"
        hint="제1조에 그대로 들어갑니다. 예: 징계 항고서 작성과 제출"
        autoFocus
      />
      <MoneyField
        control={form.control}
        name="fee"
        label="보수 (부가가치세 포함)"
        hint="1천만 원이 넘으면 인지세를 내야 하므로 종이 계약서로 작성합니다."
        className="max-w-[280px]"
      />
      <AreaField {...field('terms')} label="특약" hint="제8조에 들어갑니다. 비우면 제8조가 없습니다." isOptional />
      {conflict ? (
        <StoredMeanwhile
          stored={{
            '맡기는 일': conflict.scope,
            보수: `${conflict.fee.toLocaleString('ko-KR')}원`,
            특약: conflict.terms,
          }}
          onTake={() => {
            const stored = takeStored();
            if (stored) form.reset(valuesOf(stored));
          }}
        />
      ) : (
        problem && <Notice kind="danger">{problem}</Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={isSubmitting}>
          {conflict ? '내 내용으로 저장' : '초안 저장'}
        </Button>
        <Button kind="secondary" onClick={onClose}>
          취소
        </Button>
      </div>
    </form>
  );
}

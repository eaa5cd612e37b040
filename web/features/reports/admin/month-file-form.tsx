import { z } from 'zod';
import { MAX_EXPORT_REASON } from '#shared/contract/admin-lists.ts';
import { requiredLine } from '#shared/contract/fields.ts';
import { EXPORT_PURPOSES } from '#shared/features/orders/admin-schemas.ts';
import { download } from '#web/admin-kit/download.ts';
import { useAppForm } from '#web/lib/form.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { monthFileUrl } from './api.ts';

const PURPOSES = { tax: '세무 신고', bank: '은행 대조', internal: '내부용 (고객 이름·전화번호 포함)' } as const;
const OPTIONS = EXPORT_PURPOSES.map((value) => ({ value, label: PURPOSES[value] }));

const fileForm = z.object({
  purpose: z.enum(EXPORT_PURPOSES, { error: '파일의 용도를 선택해주세요.' }),
  reason: requiredLine(MAX_EXPORT_REASON, '내려받는 이유를 입력해주세요.'),
});

/** Downloads the money of the month; the reason is kept in the audit log, as the law asks. */
export function MonthFileForm({ month }: { month: string }) {
  const { field, submit, problem, isSubmitting } = useAppForm(fileForm, {
    defaultValues: { purpose: 'tax', reason: '' },
    onSubmit: ({ purpose, reason }) => download(monthFileUrl(month, purpose, reason)),
  });
  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label="월별 결제 내역 내려받기"
      className="grid gap-3 md:grid-cols-2"
    >
      <SelectField {...field('purpose')} label="용도" options={OPTIONS} />
      <TextField {...field('reason')} label="내려받는 이유" hint="감사 기록에 남습니다." autoComplete="off" />
      <div className="grid gap-3 md:col-span-2">
        {problem && <Notice kind="danger">{problem}</Notice>}
        <Button type="submit" kind="secondary" isBusy={isSubmitting} className="justify-self-start">
          CSV 내려받기
        </Button>
      </div>
    </form>
  );
}

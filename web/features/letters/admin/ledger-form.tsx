import { z } from 'zod';
import { MAX_EXPORT_REASON } from '#shared/contract/admin-lists.ts';
import { requiredLine } from '#shared/contract/fields.ts';
import * as ledgerCalls from '#shared/features/letters/ledger-calls.ts';
import { download } from '#web/admin-kit/download.ts';
import { useAppForm } from '#web/lib/form.ts';
import { urlOf } from '#web/lib/send.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';

const ledgerForm = z.object({ reason: requiredLine(MAX_EXPORT_REASON, '내려받는 이유를 입력해주세요.') });

/** Downloads the mandates of the month; the reason is kept in the audit log. */
export function LedgerForm({ month }: { month: string }) {
  const { field, submit, problem, isSubmitting } = useAppForm(ledgerForm, {
    defaultValues: { reason: '' },
    onSubmit: ({ reason }) => download(urlOf(ledgerCalls.exportFile, { query: { month, reason } })),
  });
  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label="수임장부 내려받기"
      className="grid gap-3 md:grid-cols-2"
    >
      <p className="text-ink-700 text-small md:col-span-2">
        이 달에 체결한 수임계약입니다. 수임 기관, 사건 번호, 처리 결과는 파일에 직접 적어주세요.
      </p>
      <TextField {...field('reason')} label="내려받는 이유" hint="감사 기록에 남습니다." autoComplete="off" />
      <div className="grid gap-3 md:col-span-2">
        {problem && <Notice kind="danger">{problem}</Notice>}
        <Button type="submit" kind="secondary" isBusy={isSubmitting} className="justify-self-start">
          수임장부 내려받기
        </Button>
      </div>
    </form>
  );
}

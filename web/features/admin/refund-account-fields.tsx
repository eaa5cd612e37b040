import type { UseFormRegisterReturn } from 'react-hook-form';
import { TextField } from '#web/ui/text-field.tsx';

type AccountField = 'account.bank_code' | 'account.number' | 'account.holder';

/** The account to refund a bank transfer to: there is no card to refund. */
export function RefundAccountFields({
  field,
}: {
  field: (name: AccountField) => UseFormRegisterReturn & { error: string | undefined };
}) {
  return (
    <>
      <TextField
        {...field('account.bank_code')}
        label="은행 코드"
        hint="세 자리 숫자입니다."
        inputMode="numeric"
        autoComplete="off"
      />
      <TextField {...field('account.number')} label="계좌번호" inputMode="numeric" autoComplete="off" />
      <TextField {...field('account.holder')} label="예금주" autoComplete="off" />
    </>
  );
}

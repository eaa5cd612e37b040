import type { UseFormRegisterReturn } from 'react-hook-form';
import { BANKS } from '#shared/platform/banks.ts';
import { SelectField } from './select-field.tsx';
import { TextField } from './text-field.tsx';

type Props = {
  field: (name: 'bank_code' | 'number' | 'holder') => UseFormRegisterReturn & { error: string | undefined };
  /** The user is the account's holder: the browser may offer their name. */
  isOwnAccount?: boolean;
};

const BANK_OPTIONS = BANKS.map(({ code, name }) => ({ value: code, label: name }));

/** Bank, number and holder of an account to transfer money to. */
export function BankAccountFields({ field, isOwnAccount = false }: Props) {
  return (
    <>
      <SelectField {...field('bank_code')} label="은행" placeholder="은행을 선택해주세요" options={BANK_OPTIONS} />
      <TextField {...field('number')} label="계좌번호" inputMode="numeric" autoComplete="off" />
      <TextField {...field('holder')} label="예금주" autoComplete={isOwnAccount ? 'name' : 'off'} />
    </>
  );
}

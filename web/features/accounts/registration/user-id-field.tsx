import type { UseFormRegisterReturn } from 'react-hook-form';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { UserIdCheck } from './use-user-id-check.ts';

type Props = UseFormRegisterReturn<'userId'> & {
  error: string | undefined;
  check: UserIdCheck;
  onCheck: () => void;
};

/** The login id, a button that checks whether it is free, and the result. */
export function UserIdField({ error, check, onCheck, ...input }: Props) {
  const isAvailable = check.status === 'available';
  const problem = check.status === 'refused' ? check.message : error;
  return (
    <div>
      <TextField
        {...input}
        label="아이디"
        hint={isAvailable || problem ? undefined : '영문·숫자 4~20자 (_ . - 사용 가능)'}
        error={problem}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        action={
          <Button kind="secondary" isBusy={check.status === 'checking'} onClick={onCheck} className="shrink-0 px-4">
            중복 확인
          </Button>
        }
      />
      <p role="status" className="text-small text-success">
        {isAvailable && <span className="mt-1.5 block">{check.message}</span>}
      </p>
    </div>
  );
}

import { z } from 'zod';
import { ADMIN_PASSWORD_MIN } from '#shared/contract/fields.ts';
import { acceptInvitationBody } from '#shared/features/accounts/invitation-schemas.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useAppForm } from '#web/lib/form.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { PhoneField } from '#web/ui/phone-field.tsx';
import { acceptInvitation } from '../api.ts';
import { PASSWORDS_DIFFER } from '../new-password-schema.ts';
import { useUserIdCheck } from './use-user-id-check.ts';
import { UserIdField } from './user-id-field.tsx';

const staffForm = acceptInvitationBody
  .omit({ token: true })
  .extend({ passwordConfirm: z.string({ error: PASSWORDS_DIFFER }) })
  .refine(({ password, passwordConfirm }) => password === passwordConfirm, {
    path: ['passwordConfirm'],
    message: PASSWORDS_DIFFER,
    // Runs even if other fields are invalid, so that all errors show at once.
    when: () => true,
  });

type Props = {
  token: string;
  onCreated: (userId: string) => void;
  /** The link is used, withdrawn or over: no entry will help. */
  onTokenInvalid: (message: string) => void;
};

/** The account of an invited administrator: id, password and phone. */
export function StaffForm({ token, onCreated, onTokenInvalid }: Props) {
  const { check, start, edit, refuse } = useUserIdCheck();
  const { form, field, submit, problem, isSubmitting } = useAppForm(staffForm, {
    defaultValues: { userId: '', password: '', passwordConfirm: '', phone: '' },
    onSubmit: async ({ passwordConfirm: _, ...account }) => {
      try {
        onCreated((await acceptInvitation({ token, ...account })).userId);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.code === 'USER_ID_TAKEN') refuse(error.message);
        else if (error.code === 'INVITATION_INVALID') onTokenInvalid(error.message);
        else throw error;
      }
    },
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
      <UserIdField
        {...form.register('userId', { onChange: ({ target }: { target: HTMLInputElement }) => edit(target.value) })}
        error={field('userId').error}
        check={check}
        onCheck={() => void start(form.getValues('userId'))}
      />
      <PasswordField
        {...field('password', { rechecks: 'passwordConfirm' })}
        label="비밀번호"
        hint={`${ADMIN_PASSWORD_MIN}자 이상`}
        autoComplete="new-password"
      />
      <PasswordField {...field('passwordConfirm')} label="비밀번호 확인" autoComplete="new-password" />
      <PhoneField {...field('phone')} label="전화번호" autoComplete="tel" />
      {problem && <Notice kind="danger">{problem}</Notice>}
      <Button type="submit" isBusy={isSubmitting} className="w-full">
        계정 만들기
      </Button>
    </form>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import {
  type InviteStaffBody,
  inviteStaffBody,
  type SentInvitation,
} from '#shared/features/accounts/invitation-schemas.ts';
import { mayDo, type Permission } from '#shared/features/accounts/permissions.ts';
import { STAFF_ROLES } from '#shared/features/accounts/staff-roles.ts';
import { useAppForm } from '#web/lib/form.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { invitationsQuery, inviteStaff } from './invitations-api.ts';
import { PermissionChoice } from './permission-choice.tsx';
import { usePermissions } from './use-permissions.ts';

const BLANK: InviteStaffBody = { email: '', fullname: '', permissions: [] };

function isSame(a: readonly Permission[], b: readonly Permission[]): boolean {
  return a.length === b.length && a.every((permission) => b.includes(permission));
}

type Props = { onSent: (invitation: SentInvitation) => void; onCancel: () => void };

/** Invites a person by mail. A role proposes its permissions, which can be changed one by one. */
export function InviteForm({ onSent, onCancel }: Props) {
  const queryClient = useQueryClient();
  const isOwner = mayDo(usePermissions(), 'owner');
  const { form, field, submit, problem, isSubmitting } = useAppForm(inviteStaffBody, {
    defaultValues: BLANK,
    onSubmit: async (body) => {
      const sent = await inviteStaff(body);
      await queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey });
      onSent(sent);
    },
  });
  const chosen = useWatch({ control: form.control, name: 'permissions' });
  const choose = (permissions: readonly Permission[]) =>
    form.setValue('permissions', [...permissions], { shouldValidate: true });
  const role = STAFF_ROLES.find(({ permissions }) => isSame(permissions, chosen));
  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label="직원 초대"
      className="grid gap-5 lg:grid-cols-2 lg:gap-x-8"
    >
      <div className="grid content-start gap-4">
        <TextField {...field('fullname')} label="이름" autoComplete="off" />
        <TextField
          {...field('email')}
          type="email"
          label="이메일"
          hint="이 주소로 72시간 동안 쓸 수 있는 링크를 보냅니다. 아이디와 비밀번호는 받는 분이 정합니다."
          autoComplete="off"
        />
      </div>
      <div className="grid content-start gap-2">
        <p className="font-semibold text-ink-900 text-small">할 수 있는 일</p>
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">역할</legend>
          {STAFF_ROLES.map(({ name, permissions }) => (
            <Button
              key={name}
              kind="secondary"
              aria-pressed={role?.name === name}
              onClick={() => choose(permissions)}
              className="px-4 aria-pressed:border-olive-700 aria-pressed:bg-olive-100 aria-pressed:text-olive-700"
            >
              {name}
            </Button>
          ))}
        </fieldset>
        <p role="status" className="text-ink-700 text-small">
          {role ? `${role.name}: ${role.work}` : '역할을 고르시면 권한이 채워집니다. 하나씩 바꾸실 수도 있습니다.'}
        </p>
        <PermissionChoice chosen={chosen} onChange={choose} hasOwner={isOwner} error={field('permissions').error} />
      </div>
      <div className="grid gap-3 lg:col-span-2">
        {problem && <Notice kind="danger">{problem}</Notice>}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" isBusy={isSubmitting}>
            초대 메일 보내기
          </Button>
          <Button kind="secondary" onClick={onCancel}>
            닫기
          </Button>
        </div>
      </div>
    </form>
  );
}
